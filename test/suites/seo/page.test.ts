/** Sharing tags, links, served text and the files beside the page; each defect in both directions. */
import { expect, test } from 'vitest'
import { ORIGINAL, REBUILT } from '../captures.ts'
import { type Edit, expectIntroduced, file, judge, makePage, type Page, pageWith } from './judging.ts'

const withoutMeta = (page: Page, ...names: string[]) => {
  page.metas = page.metas.filter(({ name }) => !names.includes(name))
}
const setMeta = (page: Page, name: string, content: string) => {
  withoutMeta(page, name)
  page.metas.push({ name, content })
}

test('a page against itself is assessed by every check and has nothing to say', () => {
  const { result } = judge(makePage(), makePage())
  expect(result).toMatchObject({ score: 100, pass: true, issues: [], absolute: 100, baseline: 100 })
  expect(result.checks.map(({ outcome }) => outcome)).toEqual(Array(11).fill('assessed'))
  expect(result.checks.reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
})

test.each<[string, Edit, string[]]>([
  ['og:title lost', page => withoutMeta(page, 'og:title'), ['moderate seo/social:lost:og:title']],
  ['og:image lost', page => withoutMeta(page, 'og:image'), ['moderate seo/social:lost:og:image']],
  [
    'all of Open Graph lost',
    page => (page.metas = page.metas.filter(({ name }) => !name.startsWith('og:'))),
    // One issue, which speaks of the gravest.
    ['moderate seo/social:lost:og:image'],
  ],
  ['twitter:title left to og:title', page => withoutMeta(page, 'twitter:title'), []],
  [
    'both titles lost',
    page => withoutMeta(page, 'twitter:title', 'og:title'),
    ['moderate seo/social:lost:og:title'],
  ],
  [
    'og:site_name of a template',
    page => setMeta(page, 'og:site_name', 'Project Jupyter'),
    ['moderate seo/social:stranger'],
  ],
  ['og:site_name of the site', page => setMeta(page, 'og:site_name', 'Acme forge'), []],
  ['og:site_name of letters that the address has', page => setMeta(page, 'og:site_name', 'WWW'), []],
  ['og:site_name of the address, in words', page => setMeta(page, 'og:site_name', 'Exam Ple'), []],
  ['og:site_name that the page says', page => setMeta(page, 'og:site_name', 'Hardened steel'), []],
  [
    'og:image 404',
    page => (page.files[0] = file('og:image', `${REBUILT}img/og.png`, 404, false)),
    ['moderate seo/social:broken:og:image'],
  ],
  [
    'og:image is a page',
    page => (page.files[0] = file('og:image', `${REBUILT}img/og.png`, 200, false)),
    ['moderate seo/social:broken:og:image'],
  ],
  [
    "og:image on a developer's machine",
    page => {
      setMeta(page, 'og:image', 'http://localhost:3000/og.png')
      page.files[0] = { ...file('og:image', 'http://localhost:3000/og.png', 0), picture: null }
    },
    ['moderate seo/social:broken:og:image'],
  ],
  [
    'og:image without its host',
    page => {
      setMeta(page, 'og:image', '/img/og.png')
      page.files[0] = file('og:image', `${REBUILT}img/og.png`)
    },
    ['moderate seo/social:relative:og:image'],
  ],
  ['og:image refused', page => (page.files[0] = file('og:image', `${REBUILT}x.png`, 403, false)), []],
  ['og:image not reached', page => (page.files[0] = { ...page.files[0]!, status: 0, picture: null }), []],
  ['og:image elsewhere', page => setMeta(page, 'og:image', 'https://cdn.example.net/a8f31b.webp'), []],
  [
    'og:title of another page',
    page => setMeta(page, 'og:title', 'Contact us'),
    ['moderate seo/social:changed:og:title'],
  ],
  ['og:title with the brand', page => setMeta(page, 'og:title', 'Blue anvil | Acme'), []],
  [
    'og:url of another page',
    page => setMeta(page, 'og:url', ORIGINAL),
    ['moderate seo/social:changed:og:url'],
  ],
  ['og:url of the new host', page => setMeta(page, 'og:url', `${REBUILT}anvils/blue/`), []],
  ['one link of many lost', page => page.links.pop(), ['moderate seo/links:lost']],
  ['a third of the links lost', page => page.links.splice(8), ['moderate seo/links:lost']],
  ['links of other names', page => (page.links = page.links.map(([href]) => [href, 'More'])), []],
  [
    'links moved',
    page =>
      (page.links = page.links.map(([href, name]) => [href && `pages/${href.replace('.html', '')}-2`, name])),
    [],
  ],
  [
    'links by script',
    page =>
      (page.links = page.links.map(([href, name], index) =>
        index > 3 ? ['javascript:void(0)', name] : [href, name],
      )),
    ['serious seo/links:lost'],
  ],
  [
    'links to pages with campaigns',
    page =>
      (page.links = page.links.map(([href, name]) => [
        `${href}${href.includes('?') ? '&' : '?'}utm_source=x`,
        name,
      ])),
    [],
  ],
  [
    'links turned nofollow',
    page => (page.links = page.links.map(([href, name]) => [href, name, 'nofollow noopener'])),
    ['serious seo/links:nofollow'],
  ],
  [
    'one of two links to a page is nofollow',
    page => page.links.push(['anvils', 'Anvils again', 'nofollow']),
    [],
  ],
  [
    'pages as routes in the fragment',
    page => (page.links = page.links.map(([href, name]) => [`#/${href}`, name])),
    ['serious seo/links:lost'],
  ],
  [
    'icon lost',
    page => (page.files[1] = file('icon', '/favicon.ico', 404, false)),
    ['moderate seo/site-files:icon'],
  ],
  [
    "a framework's icon",
    page => (page.files[1] = file('icon', `${REBUILT}vite.svg`)),
    ['moderate seo/site-files:template-icon'],
  ],
  ['an icon of another name', page => (page.files[1] = file('icon', `${REBUILT}icon.svg`)), []],
  [
    "og:image of the page's builder",
    page => {
      setMeta(page, 'og:image', 'https://lovable.dev/opengraph-image-p98pqg.png')
      page.files[0] = file('og:image', 'https://lovable.dev/opengraph-image-p98pqg.png')
    },
    ['moderate seo/social:template:og:image'],
  ],
  ['sitemap lost on a preview', page => (page.files[2]!.status = 404), ['minor seo/site-files:sitemap']],
  [
    'robots.txt lost on a preview',
    page => (page.robots = { status: 404, body: '' }),
    ['minor seo/site-files:robots'],
  ],
  [
    'the page in place of robots.txt',
    page => (page.robots = { status: 200, body: '<!doctype html><p>Anvils' }),
    ['minor seo/site-files:robots'],
  ],
  [
    'robots.txt names no sitemap',
    page => (page.robots.body = 'User-agent: *\nAllow: /'),
    ['minor seo/site-files:sitemap-line'],
  ],
  [
    'rendered by scripts alone',
    page =>
      (page.html =
        '<title>App</title><noscript>Turn on JavaScript to see our blue anvil</noscript><div id="root"></div><script src="/app.js"></script>'),
    ['minor seo/served:links', 'moderate seo/served:head', 'serious seo/served:text'],
  ],
  [
    'hydrated',
    page => {
      const data = JSON.stringify({ props: { text: page.text } })
      const anchors = page.links.map(([href, name]) => `<a href="/${href}">${name}</a> `).join('')
      const canonical = page.headLinks[0]!.href
      page.jsonLd = page.jsonLd.slice()
      page.html = `<!doctype html><title>${page.title}</title><meta name=description content="${page.metas[0]!.content}"><link rel=canonical href=${canonical}><script type="application/ld+json">{}</script><div id=__next>${page.text
        .split(' ')
        .map(word => `<span>${word}</span><!-- --> `)
        .join('')}${anchors}</div><script id=__NEXT_DATA__ type="application/json">${data}</script>`
    },
    [],
  ],
])('%s', (_, edit, expected) => expectIntroduced(edit, expected))

test('pages that were not there are no lost links', () => {
  const many = [1, 2, 3, 4, 5, 6, 7]
  const dead = pageWith(page => {
    page.links.push(...many.map((_, at): [string, string] => [`gone-${at}`, `Gone ${at}`]))
    page.dead = many.map((_, at) => `gone-${at}`)
  })
  expect(judge(dead, makePage()).introduced).toEqual([])
})

test('a link to where the new page stands itself is no lost link', () => {
  const told = (entry: string) =>
    judge(
      pageWith(page => {
        page.path = 'old/home'
        page.links.push([entry, 'New pages'])
      }),
      pageWith(page => (page.path = 'new/home')),
    ).introduced.filter(issue => issue.includes('seo/links'))
  expect(told('new/home')).toEqual([])
  expect(told('new/prices')).toEqual(['moderate seo/links:lost'])
})

test('links that lead to another site now are said to do so', () => {
  const astray = pageWith(page => {
    page.links = page.links.map(([href, name]) => [href && `https://beta.acme.example/${href}`, name])
  })
  const [issue] = judge(makePage(), astray).issues
  expect(issue).toMatchObject({ severity: 'serious' })
  expect(issue!.message).toMatch('are there, but lead to another site (beta.acme.example)')
})

test('pages that became sections of the new page are to be redirected', () => {
  const onePage = (sections: string[], at: (index: number) => string) =>
    pageWith(page => {
      page.links = page.links.map(([, name], index) => [`#${at(index)}`, name])
      page.sections = sections
    })
  const ids = makePage().links.map((_, index) => `part-${index}`)
  const [issue] = judge(
    makePage(),
    onePage(ids, index => ids[index]!),
  ).issues
  expect(issue).toMatchObject({ severity: 'moderate' })
  expect(issue!.message).toMatch(/the links of the same names lead to sections of this page: #part-\d/)
  expect(issue!.fix).toMatch(/^Redirect \S+ to #part-\d/)
  // Sections that are not there, and one place for all of them.
  const serious = ['serious seo/links:lost']
  expect(
    judge(
      makePage(),
      onePage([], index => ids[index]!),
    ).introduced,
  ).toEqual(serious)
  expect(
    judge(
      makePage(),
      onePage(['main'], () => 'main'),
    ).introduced,
  ).toEqual(serious)
})

test('where one page alone says at which host the site is at home, links to that host are kept', () => {
  const at = (named: boolean) =>
    pageWith(page => {
      withoutMeta(page, 'og:url')
      if (named) setMeta(page, 'og:url', `https://anvils.example/${page.path}`)
      for (const name of ['api', 'guide', 'notes', 'faq'])
        page.links.push([`https://anvils.example/${name}`, `The ${name}`])
    })
  const { introduced } = judge(at(true), at(false))
  expect(introduced.filter(issue => issue.includes('links'))).toEqual([])
})

test('links that lead nowhere need not be served', () => {
  const nowhere = pageWith(page => {
    page.html = `<title>${page.title}</title><p>${page.text}</p>`
    page.links = page.links.map(([, name]) => ['#', name])
  })
  const keys = judge(nowhere, nowhere).result.issues.map(({ key }) => key)
  expect(keys).toContain('seo/served:head')
  expect(keys).not.toContain('seo/served:links')
})

test('text in the data of scripts is not served', () => {
  const data = pageWith(page => {
    page.html = `<title>${page.title}</title><div id=app></div><script>window.data = ${JSON.stringify(page.text)}</script>`
  })
  expect(judge(makePage(), data).introduced).toContain('serious seo/served:text')
})

test('half of the text served is moderate, and what the page does not show is no question of serving', () => {
  const half = (heading: string, name = 'Delivery') =>
    pageWith(page => {
      page.headings[3] = [2, name]
      page.html = `<title>${page.title}</title><h2>${heading}</h2><p>${page.text.slice(0, page.text.length / 2)}`
    })
  expect(judge(makePage(), half('Delivery')).introduced).toContain('moderate seo/served:text')
  // Its words are blocks, which no markup tells.
  const words = pageWith(page => {
    page.headings[3] = [2, 'Fast delivery']
  })
  expect(judge(words, half('<b>Fast</b><b>delivery</b>', 'Fast delivery')).introduced).toContain(
    'moderate seo/served:text',
  )
  // The header and the footer, and nothing between them.
  expect(judge(makePage(), half('Acme')).introduced).toContain('serious seo/served:text')
  const short = pageWith(page => {
    page.text = page.text.slice(0, 120)
  })
  expect(judge(makePage(), short).introduced.join()).not.toContain('served')
})

test('nobody searches for a basket or a check-out', () => {
  const empty = (path: string) =>
    pageWith(page => Object.assign(page, { path, html: `<title>${page.title}</title><div id=app></div>` }))
  const at = (path: string, fields: string[] = []) =>
    judge({ ...makePage(), path, fields }, { ...empty(path), fields: [] }).introduced.filter(key =>
      key.endsWith('seo/served:text'),
    )
  expect(at('checkout/payment')).toEqual(['moderate seo/served:text'])
  expect(at('baskets/willow')).toEqual(['serious seo/served:text'])
  expect(at('anvils', ['address', 'cardNumber'])).toEqual(['moderate seo/served:text'])
  expect(at('anvils', ['address'])).toEqual(['serious seo/served:text'])
})

test('HTML that was cut tells nothing of what follows', () => {
  const cut = pageWith(page => Object.assign(page, { html: `<title>${page.title}</title>`, htmlCut: true }))
  const { result } = judge(makePage(), cut)
  expect(result.checks.find(({ id }) => id === 'seo/served')!.outcome).toBe('inconclusive')
})

test('on the real host a lost sitemap is moderate', () => {
  const lost = pageWith(page => {
    page.files[2]!.status = 404
  })
  expect(judge(makePage(), lost, ORIGINAL).introduced).toEqual(['moderate seo/site-files:sitemap'])
})

test('heads and links made to exhaust a reader', () => {
  const many = (reverse: boolean) =>
    pageWith(page => {
      const languages = Array.from({ length: 2000 }, (_, index) => ({
        rel: 'alternate',
        href: `${ORIGINAL}l${index}/anvils/blue`,
        hreflang: `x-l${index}`,
      }))
      page.headLinks.push(...(reverse ? languages.reverse() : languages))
      page.metas.push(
        ...Array.from({ length: 5000 }, (_, index) => ({ name: `og:title`, content: `${index}` })),
      )
      page.links.push(
        ...Array.from({ length: 4900 }, (_, index): [string, string] => [`p/${index}`, `Page ${index}`]),
      )
      page.title = `Blue\u0001 anvil | ${'Acme '.repeat(800)}`
      page.robots.body = `${'Disallow: /*a*b*c*d*e*f*$\n'.repeat(18_000)}User-agent: *\nSitemap: /s.xml`
    })
  expect(judge(many(false), many(true)).introduced).toEqual([])
})
