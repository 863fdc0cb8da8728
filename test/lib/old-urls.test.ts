import { expect, test } from 'vitest'
import { decoded, MAX_OLD_URLS, oldUrlsProblem, readOldUrls } from '../../server/lib/old-urls.ts'

test.each<[what: string, text: string, addresses: string[]]>([
  [
    'a list',
    'https://shop.example/a\r\n/b?x=1\n\n# gone long ago\nshop.example/c\r/d',
    ['https://shop.example/a', '/b?x=1', 'https://shop.example/c', '/d'],
  ],
  [
    'Search Console',
    '\uFEFFTop pages,Clicks,Impressions,CTR,Position\nhttps://shop.example/a,12,300,4%,7.1\n"https://shop.example/b,c",1,2,3%,9',
    ['https://shop.example/a', 'https://shop.example/b,c'],
  ],
  [
    'a crawler, with semicolons',
    'Status;Address;Title\n200;https://shop.example/a;"A; b"\n404;https://shop.example/c;',
    ['https://shop.example/a', 'https://shop.example/c'],
  ],
  [
    'a crawler that quotes every cell, with semicolons in some',
    '"Address","Content Type","Status Code"\n"https://shop.example/a","text/html; charset=UTF-8","200"\n"https://shop.example/b,c","text/html; charset=UTF-8","200"',
    ['https://shop.example/a', 'https://shop.example/b,c'],
  ],
  [
    'cells that hold another separator, without quotation marks',
    'URL,Title,Clicks\nhttps://shop.example/a,Shirts; men,12\nhttps://shop.example/b,Hats,3',
    ['https://shop.example/a', 'https://shop.example/b'],
  ],
  [
    'the same without a heading',
    'https://shop.example/a,text/html; charset=UTF-8,200\nhttps://shop.example/b,text/html; charset=UTF-8,301',
    ['https://shop.example/a', 'https://shop.example/b'],
  ],
  [
    'semicolons, with decimal commas and inches',
    'Titel;Seite;CTR\n"A; ""b""";"https://shop.example/a";1,2\nTV 55" black, new;https://shop.example/b,c;1,2\nC;https://shop.example/d;0,1',
    ['https://shop.example/a', 'https://shop.example/b,c', 'https://shop.example/d'],
  ],
  ['a spreadsheet, with tabs', 'Page\tViews\n/a\t3\n/b\t1', ['/a', '/b']],
  [
    'a log',
    '1.2.3.4 - - [10/Oct/2026:13:55:36 +0000] "GET /old/page?x=1 HTTP/1.1" 200 2326 "https://www.google.com/" "Mozilla/5.0"',
    ['/old/page?x=1'],
  ],
  ['a list with commas in addresses', 'url\n/shirts,blue', ['/shirts,blue']],
  ['one address twice', '/a\n/a', ['/a']],
  [
    'an analytics export with a column of hosts',
    '# Pages\n\nHostname,Page path,Views\nshop.example,/a,3\nshop.example,/b?x=1,2\nwww.shop.example,/,9',
    ['/a', '/b?x=1', '/'],
  ],
  [
    'a column of file names before that of addresses',
    'File,Address\nindex.html,https://shop.example/a\nabout.php,https://shop.example/b',
    ['https://shop.example/a', 'https://shop.example/b'],
  ],
  [
    'hosts alone',
    'Host,Views\nshop.example,3\nwww.shop.example,12',
    ['https://shop.example', 'https://www.shop.example'],
  ],
  ['a title above the heading', 'All pages\nPage,Views\n/a,3\n"/b,c",1', ['/a', '/b,c']],
  ['a title above the rows', 'All pages\n/a,3\n/b,1', ['/a', '/b']],
  [
    'a log of IIS',
    `#Software: Microsoft Internet Information Services 10.0
#Version: 1.0
#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) sc-status
2026-10-10 13:55:36 10.0.0.1 GET /old/page.aspx id=7&x=1 443 - 1.2.3.4 Mozilla/5.0+(X11) 200
2026-10-10 13:55:37 10.0.0.1 POST /cart/add - 443 - 1.2.3.4 Mozilla/5.0+(X11) 200
#Fields: date time cs-uri-stem cs-method
2026-10-10 13:55:38 /b GET`,
    ['/old/page.aspx?id=7&x=1', '/b'],
  ],
  [
    'a log of a content network, with tabs',
    '#Version: 1.0\n#Fields: date time x-edge-location cs-method cs(Host) cs-uri-stem sc-status cs-uri-query\n2026-10-10\t13:55:36\tAMS1\tGET\td1.cdn.example\t/a\t200\t-',
    ['/a'],
  ],
])('%s', (_, text, addresses) => {
  expect(readOldUrls(text)).toEqual({ addresses, wrong: [], wrongRows: 0 })
})

test('rows without an address are named with their number; the first may be a heading', () => {
  const { addresses, wrong, wrongRows } = readOldUrls(
    `url\n/a\nnot an address\n//evil.example/x\njavascript:alert(1)\n/${'x'.repeat(3000)}\n/b`,
  )
  expect(addresses).toEqual(['/a', '/b'])
  expect(wrongRows).toBe(4)
  expect(wrong[0]).toBe('row 3, "not an address", holds no address')
  expect(wrong[3]).toMatch(/^row 6, "\/x{59}…", holds no address$/)
  expect(readOldUrls(Array.from({ length: 100 }, () => 'x y').join('\n')).wrong).toHaveLength(10)
})

test('what holds more than an address is told, not taken', () => {
  const { addresses, wrongRows } = readOldUrls(
    '/a\nhttps://shop.example/b","text/html\nhttps://shop.example/c 200\n<https://shop.example/d>',
  )
  expect(addresses).toEqual(['/a'])
  expect(wrongRows).toBe(3)
})

test('names of files are no hosts', () => {
  expect(readOldUrls('index.html\nabout.php\n/a')).toMatchObject({ addresses: ['/a'] })
  expect(oldUrlsProblem('index.html\nabout.php')).toMatch(/^holds no address/)
})

test('a list of no use is refused', () => {
  expect(oldUrlsProblem('/a')).toBeNull()
  expect(oldUrlsProblem('Page\nfoo bar')).toMatch(
    /^holds no address: row 2, "foo bar", holds no address; each row must/,
  )
  const many = (count: number) => Array.from({ length: count }, (_, at) => `/p/${at}`).join('\n')
  expect(oldUrlsProblem(many(MAX_OLD_URLS))).toBeNull()
  expect(oldUrlsProblem(many(MAX_OLD_URLS + 1))).toMatch(/^holds more than 50000 addresses/)
})

test.each([
  ['UTF-16, as spreadsheets write it', Buffer.from('\uFEFF/über', 'utf16le')],
  ['Latin-1', Buffer.from('/über', 'latin1')],
  ['UTF-8', Buffer.from('/über')],
])('a file in another charset: %s', (_, bytes) => {
  expect(readOldUrls(decoded(bytes)).addresses).toEqual(['/über'])
})
