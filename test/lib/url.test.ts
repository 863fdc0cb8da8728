import { expect, test } from 'vitest'
import { assetName, basesOf, isLeftLocal, isSameSite, passedOn, pathOf } from '../../server/lib/url.ts'

const ORIGINS = ['https://www.example.com', 'https://shop-git-main.preview.app']

test.each([
  ['https://www.example.com/about', '/about'],
  ['https://shop-git-main.preview.app/about/', '/about'],
  ['http://EXAMPLE.com:80/about', '/about'],
  ['https://example.com', '/'],
  ['https://example.com/index.html', '/'],
  ['https://example.com/de/index.php', '/de'],
  ['https://example.com/de/Default.aspx', '/de'],
  ['https://example.com//a///b/', '/a/b'],
  ['https://example.com/a?utm_source=x&b=2&a=1&gclid=7', '/a?a=1&b=2'],
  ['https://example.com/a?', '/a'],
  ['https://example.com/%C3%BCber%7Euns', '/über~uns'],
  ['https://example.com/über~uns', '/über~uns'],
  ['https://example.com/a%2Fb', '/a%2Fb'],
  ['https://example.com/%E0%A4%A', '/%E0%A4%A'],
  ['https://example.com/a;jsessionid=1F00?x=1', '/a?x=1'],
  ['https://example.com/a#team', '/a'],
  ['https://example.com/#/about/', '/#/about'],
  ['https://example.com/About', '/About'],
  ['https://other.org:8443/x/', '//other.org:8443/x'],
  ['http://www.other.org/x', '//other.org/x'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['not a url', 'not a url'],
])('%s is the place %s', (url, place) => {
  expect(pathOf(url, ORIGINS)).toBe(place)
})

test('both origins of a pair are one place, another port is another', () => {
  expect(pathOf('https://shop-git-main.preview.app/a', ORIGINS)).toBe(
    pathOf('https://example.com/a/', ORIGINS),
  )
  expect(isSameSite('http://127.0.0.1:4001/', ['http://127.0.0.1:4000'])).toBe(false)
  expect(isSameSite('mailto:a@example.com', ORIGINS)).toBe(false)
})

test.each([
  ['https://a.com/', 'https://b.app/preview/', ['', '/preview']],
  ['https://a.com/about', 'https://b.app/preview/pr-7/about/', ['', '/preview/pr-7']],
  ['https://a.com/about', 'https://b.app/about', ['', '']],
  ['https://a.com/about', 'https://b.app/about-us', ['', '']],
  ['https://a.com/x/original/', 'https://a.com/x/rebuilt/', ['/x/original', '/x/rebuilt']],
  ['https://a.com/index.html', 'https://b.app/', ['', '']],
  ['https://a.com/castle.htm', 'https://b.app/', ['', '']],
  ['https://a.com/old/castle.htm', 'https://b.app/', ['/old', '']],
])('%s and %s are mounted at %j', (original, rebuilt, bases) => {
  expect(basesOf(original, rebuilt)).toEqual(bases)
})

test.each([
  ['https://www.google.com/url?q=https%3A%2F%2Fijcai-22.org%2F&sa=D', 'https://ijcai-22.org/'],
  ['https://www.google.de/url?sa=t&url=https://a.example/b', 'https://a.example/b'],
  ['https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F&h=x', 'https://a.example/'],
  ['https://www.google.com/url?q=javascript:alert(1)', 'https://www.google.com/url?q=javascript:alert(1)'],
  [
    'https://www.google.com/search?q=https://a.example/',
    'https://www.google.com/search?q=https://a.example/',
  ],
])('%s passes on to %s', (url, target) => {
  expect(passedOn(url)).toBe(target)
})

test('the base is taken off where it is present, and off whole steps only', () => {
  expect(pathOf('https://b.app/preview/about', ['https://b.app'], '/preview')).toBe('/about')
  expect(pathOf('https://b.app/preview/', ['https://b.app'], '/preview')).toBe('/')
  expect(pathOf('https://b.app/previews', ['https://b.app'], '/preview')).toBe('/previews')
  expect(pathOf('https://c.org/preview/about', ['https://b.app'], '/preview')).toBe('//c.org/preview/about')
})

test.each([
  ['/static/js/main.3f2a1b9c.js', 'main.js'],
  ['/assets/app-BX7s9d2K.js?v=3', 'app.js'],
  ['/assets/index-DpQkVdLm.css', 'index.css'],
  ['/assets/index-B_x7-d2K.js', 'index.js'],
  ['/assets/main.3f2a1b9c4d5e6f708192.min.css', 'main.min.css'],
  ['/js/app.1699999999.js', 'app.js'],
  ['/img/IMG_20240101.jpg', 'img_20240101.jpg'],
  ['/img/hero-section1.jpg', 'hero-section1.jpg'],
  ['/img/case-iPhone15.jpg', 'case-iphone15.jpg'],
  ['/js/3f2a1b9c4d5e.js', '3f2a1b9c4d5e.js'],
  ['/js/bootstrap.bundle.min.js', 'bootstrap.bundle.min.js'],
  ['https://cdn.example.com/a/Hero.JPG', 'hero.jpg'],
  ['/_next/image?url=%2Fpics%2Fhero.3f2a1b9c.jpg&w=640&q=75', 'hero.jpg'],
  ['/a/b/', 'b'],
])('the file of %s is %s', (url, name) => {
  expect(assetName(url)).toBe(name)
})

test("what was left on a developer's machine is told by its port from what is served there", () => {
  const served = ['http://127.0.0.1:60002/shop/']
  expect(isLeftLocal('http://localhost:3000/a', served)).toBe(true)
  expect(isLeftLocal('http://localhost/a', served)).toBe(true)
  expect(isLeftLocal('http://localhost:60002/a', served)).toBe(false)
  expect(isLeftLocal('https://www.example.com/a', served)).toBe(false)
  expect(isLeftLocal('http://localhost:3000/a', ['https://www.example.com'])).toBe(true)
  expect(isLeftLocal('/a', served)).toBe(false)
})
