import { MAX_BREAKPOINTS } from '../server/capture/collectors/breakpoints.ts'
import { MAX_HTML } from '../server/capture/collectors/document.ts'
import { MAX_FILE_BYTES, MAX_TOTAL_BYTES } from '../server/capture/collectors/images/files.ts'
import { MAX_IMAGES } from '../server/capture/collectors/images/index.ts'
import { MAX_STOPS } from '../server/capture/collectors/keyboard/walk.ts'
import { MAX_OTHERS, MAX_OWN } from '../server/capture/collectors/link-targets.ts'
import { MAX_OLD_ADDRESSES } from '../server/capture/collectors/old-addresses.ts'
import { MAX_PROBES } from '../server/capture/collectors/probes/index.ts'
import { MAX_SURFACES } from '../server/capture/collectors/surfaces.ts'
import { MAX_ENTRIES, MAX_MESSAGES } from '../server/capture/page/network.ts'
import { MAX_HEIGHT_PX, MAX_SHOTS } from '../server/capture/page/screenshot.ts'
import { MAX_CHARACTERS, MAX_NODES, MAX_TEXT } from '../server/capture/page/settle.ts'
import { MAX_DOCUMENT_BYTES, MAX_FILES_BYTES } from '../server/capture/page/unpacked.ts'
import { LISTED_ISSUES } from '../server/scorecard.ts'
import { MAX_FINDINGS } from '../server/suites/core/run.ts'
import { LIMITS as SCAN } from '../server/worker/run-scan.ts'

const count = (value: number) => value.toLocaleString('en')
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

const LIMITS: readonly (readonly [what: string, limit: string])[] = [
  ['nodes of a page', count(MAX_NODES)],
  ['characters of text, and of one text node', `${count(MAX_CHARACTERS)}, ${count(MAX_TEXT)}`],
  ['served HTML', megabytes(MAX_HTML)],
  [
    'a document, and all files of a load, unpacked',
    `${megabytes(MAX_DOCUMENT_BYTES)}, ${megabytes(MAX_FILES_BYTES)}`,
  ],
  [
    'requests, and messages of a kind in the console, of a load',
    `${count(MAX_ENTRIES)}, ${count(MAX_MESSAGES)}`,
  ],
  ['height of a screenshot; shots until two are equal', `${count(MAX_HEIGHT_PX)} px; ${MAX_SHOTS}`],
  ['CSS breakpoints looked at', count(MAX_BREAKPOINTS)],
  [
    'pictures; bytes of one file, and of all',
    `${count(MAX_IMAGES)}; ${megabytes(MAX_FILE_BYTES)}, ${megabytes(MAX_TOTAL_BYTES)}`,
  ],
  ['boxes with a background, border or shadow', count(MAX_SURFACES)],
  ['links asked whether they answer: of the site, of others', `${count(MAX_OWN)}, ${count(MAX_OTHERS)}`],
  ['addresses of the original that the new site is asked for', count(MAX_OLD_ADDRESSES)],
  ['controls operated', count(MAX_PROBES)],
  ['stops of the keyboard', count(MAX_STOPS)],
  ['findings of a check; issues listed of a suite', `${count(MAX_FINDINGS)}; ${count(LISTED_ISSUES)}`],
  [
    'time and memory of a scan, stores apart',
    `${SCAN.deadlineMs / 1000} s, ${SCAN.memoryBytes / 2 ** 30} GB`,
  ],
]

/** What a capture and a scorecard hold at most, from the constants of the code. */
export const limitsTable = (): string =>
  ['| | at most |', '|---|---|', ...LIMITS.map(([what, limit]) => `| ${what} | ${limit} |`)].join('\n')
