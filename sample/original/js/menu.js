var burger = document.querySelector('.burger')
var menu = document.querySelector('.menu')

burger.addEventListener('click', function () {
  var open = menu.classList.toggle('is-open')
  burger.setAttribute('aria-expanded', String(open))
})

menu.addEventListener('click', function (event) {
  if (event.target.closest('a')) {
    menu.classList.remove('is-open')
    burger.setAttribute('aria-expanded', 'false')
  }
})
