// Copy buttons, for browsers that have a clipboard; without them the text can be selected as ever.
/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll('button[data-copy]')
for (const button of navigator.clipboard ? buttons : []) {
  const said = button.textContent
  button.hidden = false
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy ?? '')?.textContent ?? ''
    button.textContent = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'Not allowed',
    )
    setTimeout(() => {
      button.textContent = said
    }, 2000)
  })
}
