import { assetName } from '../../lib/url.ts'
import type { Finding } from '../core/finding.ts'
import {
  CONSEQUENCE,
  isOutOfReach,
  isWantOfScript,
  lacksScripts,
  namesUnreached,
  unreachedScripts,
} from '../core/requests.ts'
import { defineRules, firstCase } from '../core/rules.ts'
import type { Check, Side } from '../core/suite.ts'
import { failedRequests, lostScripts } from './failed-requests.ts'
import { worksAsBefore } from './unmissed.ts'

type Needed = 'document' | 'health' | 'probes'

/**
 * What one exception costs, wherever it is charged: as much as another fault of which nobody knows what it leaves undone.
 * What is plainly undone, such as a dead button or an empty list, is told by itself.
 */
const THROWN = 0.3
/** What visitors may get all the same tells nothing, however much of it there is. */
const UNREACHED = {
  when: 'it is of another site that this machine could not reach or that refused it, so that nobody knows what visitors get',
  severity: 'minor',
  penalty: 0,
} as const
const SOMETIMES = {
  when: 'not every load of the page gives it, nor each at the same width, or it comes of the order in which `async` scripts came, those of the original: which may be chance',
  severity: 'minor',
  penalty: 0,
} as const
const NONESSENTIAL = {
  when: 'another site serves it, or nothing works by it, such as what counts visitors',
  severity: 'minor',
  penalty: 0.05,
} as const

const rules = defineRules(
  'functional/health',
  {
    why: 'Where a script stops, what it was to do is missing: menus that do not open, lists that stay empty, orders that are not sent.',
    reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/errors-in-console',
  },
  {
    exception: {
      severity: 'moderate',
      penalty: THROWN,
      measures: 'Uncaught exceptions of scripts, by their message without addresses and numbers.',
      fix: 'Find the script in the console of the browser and mend it',
      cases: {
        unreached: {
          ...UNREACHED,
          when: 'it may be for want of a script or of data of another site, which this machine could not reach and visitors may get, as where a promise is refused without a reason',
        },
        'without-library': {
          when: 'two scripts or more stop for want of jQuery, which the original has',
          severity: 'serious',
        },
        consequence: { when: 'a newly missing script explains it and pays', severity: 'minor', penalty: 0 },
        sometimes: SOMETIMES,
        notice: { when: 'browsers report it though nothing stopped', severity: 'minor', penalty: 0.05 },
        'started-over': {
          when: 'a framework drew the page anew, all of it',
          severity: 'moderate',
          penalty: 0.15,
        },
      },
    },
    script: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Scripts that the page asks for in vain: no answer, a status of 400 or above, or a web page instead.',
      fix: 'Serve the script, or no longer ask for it',
      cases: {
        unreached: UNREACHED,
        nonessential: NONESSENTIAL,
        stray: {
          when: 'as many controls as on the original, three at least, show something when they are pressed, and nothing new stops; or the new page has all scripts of its own site that the original got, or those of the original stopped for want of another and it had none of this name: nothing is known to be missed',
          severity: 'moderate',
          penalty: 0.3,
        },
        cause: {
          when: 'exceptions follow from it, and it was not merely out of reach',
          severity: 'serious',
          penalty: { of: 'number of the exceptions that follow from it', factor: THROWN, min: 0.5 },
        },
      },
    },
    style: {
      severity: 'moderate',
      penalty: 0.3,
      measures:
        'Style sheets that the page asks for in vain: no answer, a status of 400 or above, or a web page instead.',
      why: 'Without a style sheet the page is shown without its layout, colours and fonts, or parts of it are.',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/link',
      fix: 'Serve the style sheet, or no longer ask for it',
      cases: { unreached: UNREACHED, nonessential: NONESSENTIAL },
    },
    data: {
      severity: 'moderate',
      penalty: 0.3,
      measures: 'Requests of scripts for data that have no answer, or a status of 400 or above.',
      why: 'What was to be shown of the answer is missing: products, prices, search results.',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/API/Fetch_API/Using_Fetch',
      fix: 'Answer the request, or no longer make it',
      cases: {
        unreached: UNREACHED,
        nonessential: NONESSENTIAL,
        refused: {
          when: 'status 401 or 403, as for whoever has not signed in',
          severity: 'minor',
          penalty: 0.05,
        },
      },
    },
    font: {
      severity: 'minor',
      penalty: 0.05,
      measures: 'Fonts that the page asks for in vain.',
      why: 'Texts are shown in another font than the one they were designed with.',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/Reference/At-rules/@font-face',
      fix: 'Serve the font, or no longer ask for it',
      cases: { unreached: UNREACHED },
    },
    console: {
      severity: 'minor',
      penalty: 0.05,
      measures: 'Errors in the console that are not the echo of a failed request or of an exception.',
      fix: 'Mend what is reported; the original does not report it',
      cases: {
        broken: { when: 'a script broke, or a framework started over', severity: 'moderate', penalty: 0.15 },
        sometimes: SOMETIMES,
      },
    },
  },
)

/**
 * What goes wrong behind the page: exceptions, failed scripts, styles and data, errors in the console. The same fault
 * of the original has the same key, so that it is inherited, what our own sandbox refuses to both sites included.
 */
export const health: Check<Needed> = {
  id: 'functional/health',
  title: 'The page runs without errors',
  weight: 20,
  rules,
  judge({ original, rebuilt }) {
    const { url } = rebuilt.document
    const before = failedRequests(original)
    const known = new Set(before.map(({ key }) => key))
    const unreached = new Set(before.flatMap(({ told, host }) => (told ? [] : [host])))
    // A host that is out of reach is so for both pages, whatever they ask it for.
    const failed = failedRequests(rebuilt).filter(({ told, host }) => told || !unreached.has(host))
    const missing = failed.find(({ rule, key, told }) => rule === 'script' && told && !known.has(key))
    const lost = lostScripts(original, rebuilt)
    const mayBeMissed = lost.size > 0 && !original.health.exceptions.some(isWantOfScript)
    const isStray = ({ rule, asset }: (typeof failed)[number]) =>
      rule === 'script' && (worksAsBefore(original, rebuilt) || !(mayBeMissed || lost.has(asset)))
    const isConsequence = (text: string) => missing !== undefined && CONSEQUENCE.test(text)
    const isUntold = untoldReader(original, rebuilt)
    const { exceptions } = rebuilt.health
    const sometimes = new Set(rebuilt.health.sometimes)
    const isRace = raceOf(original, rebuilt)
    const explained = exceptions.filter(text => isConsequence(text) && !isUntold(text)).length
    const dead = stoppedWithoutLibrary(original, rebuilt).filter(
      text => !isConsequence(text) && !isUntold(text),
    )
    const areDead = dead.filter(text => WANTS_JQUERY.test(text)).length > 1
    return [
      ...exceptions.map(text => {
        const found = { place: normaliseMessage(text), rebuilt: { url, text } }
        if (isUntold(text))
          return rules.report('exception', {
            ...found,
            as: 'unreached',
            cause: 'unreached',
            message: `Whether a script stops with "${text}" for visitors could not be judged: what it needs of another site was out of reach`,
          })
        return isConsequence(text)
          ? rules.report('exception', {
              ...found,
              as: 'consequence',
              message: `A script stops with "${text}", probably because another one is missing`,
              fix: missing?.fix,
            })
          : rules.report('exception', {
              ...found,
              as: firstCase({
                sometimes: sometimes.has(text) || isRace(text),
                notice: NOTICE.test(text),
                'started-over': STARTED_OVER.test(text),
                'without-library': areDead && WANTS_JQUERY.test(text),
              }),
              cause: dead.includes(text) ? 'without jQuery' : undefined,
              message: `A script stops with an uncaught exception: "${text}"`,
            })
      }),
      ...failed.map(request =>
        rules.report(request.rule, {
          ...request.found,
          as: !request.told
            ? 'unreached'
            : request === missing && explained > 0
              ? 'cause'
              : (request.as ?? (isStray(request) ? 'stray' : undefined)),
          cause: !request.told ? 'unreached' : request.rule === 'font' ? request.cause : undefined,
          extent: explained,
          fix: request.fix,
        }),
      ),
      ...consoleErrors(rebuilt),
    ]
  },
}

/** What may be left behind: a library that came, without its plug-in. */
const MAY_FOLLOW = new RegExp(`${CONSEQUENCE.source}|is not a function|of (undefined|null)\\b`, 'i')
/** The one library that scripts know by several names. */
const WANTS_JQUERY = /(^|\s)(\$|jquery) is not defined|requires jquery/i
/** What a request that failed throws where nobody catches it, as the browsers say it. */
const UNFETCHED = /failed to fetch|networkerror when attempting|load failed/i
/** A promise that was refused without a reason, or with the event of a script that did not come. */
const WITHOUT_REASON = /^(undefined|null|event|\[object (progress|error)?event\])$/i

/**
 * Whether an exception may come of what another site did not give to this machine, though it may to visitors: of a script
 * that the original had, of one that is called as what is not defined, or of data. What the original threw for that reason
 * the rebuilt page may throw as well.
 */
function untoldReader(original: Side<Needed>, rebuilt: Side<Needed>): (text: string) => boolean {
  const isUntoldOn = (side: Side<Needed>, text: string): boolean => {
    if (namesUnreached(side, text)) return true
    if (WITHOUT_REASON.test(text.replace(PREFIX, ''))) return unreachedScripts(side).length > 0
    return (
      UNFETCHED.test(text) &&
      side.health.requests.some(one => /^(fetch|xhr)$/.test(one.type) && isOutOfReach(one, side))
    )
  }
  const isLacking = lacksScripts(original, rebuilt)
  const thrown = new Set(
    original.health.exceptions.filter(text => isUntoldOn(original, text)).map(normaliseMessage),
  )
  return text =>
    (isLacking && MAY_FOLLOW.test(text)) || isUntoldOn(rebuilt, text) || thrown.has(normaliseMessage(text))
}

/** What a script says that runs before another one which adds to what is there; what an inline script sets is not there at all. */
const TOO_EARLY = /is not a (function|constructor)\b/i

/**
 * Whether an exception may come of the order alone in which scripts came: one that runs as soon as it comes, on the original
 * as well, did not find what another one brings, and all of those came.
 */
function raceOf(original: Side<Needed>, rebuilt: Side<Needed>): (text: string) => boolean {
  if (lostScripts(original, rebuilt, () => true).size > 0) return () => false
  const known = new Set(original.health.async?.map(assetName))
  const racing = new Set(
    rebuilt.health.racing?.flatMap(({ text, script }) => (known.has(assetName(script)) ? text : [])),
  )
  return text => TOO_EARLY.test(text) && racing.has(text)
}

/**
 * Exceptions for want of jQuery that the original does not throw, and the one right before them where the file of jQuery
 * came: it must have stopped by itself.
 */
function stoppedWithoutLibrary(original: Side<Needed>, { health }: Side<Needed>): string[] {
  const known = new Set(original.health.exceptions.map(normaliseMessage))
  const fresh = health.exceptions.filter(text => !known.has(normaliseMessage(text)))
  const first = fresh.findIndex(text => WANTS_JQUERY.test(text))
  const came = health.requests.some(
    ({ type, status, url }) =>
      type === 'script' && status === 200 && /\bjquery[-.\d]*(min\.)?js$/.test(assetName(url)),
  )
  return fresh.filter((text, at) => WANTS_JQUERY.test(text) || (came && at === first - 1))
}
/** A framework found other markup than it expected and drew the page anew: all of it is there and works. */
const STARTED_OVER =
  /minified react error #(418|419|422|423|425)\b|hydration (failed|completed but contains mismatches)|text content does not match server-rendered/i
/**
 * Notices that browsers give as errors though nothing stopped: a size was observed twice in a frame, a film that was to
 * play was paused (as the capture does), a request was given up, and scripts of other sites of which nothing is told.
 */
const NOTICE =
  /resizeobserver loop|the play\(\) request was interrupted|play\(\) failed because|\baborterror\b|the user aborted a request|signal is aborted|^script error\.?$/i

/** The browser's own report of a request that failed: the request is judged itself, by whoever owns its kind. */
const REPEATS_REQUEST =
  /failed to load resource|net::ERR_|has been blocked by CORS policy|refused to (load|apply|execute|connect)|violates the following content security policy|MIME type|mixed content|failed to fetch|importing a module script failed|websocket connection to|\b(GET|HEAD|POST|PUT|PATCH|DELETE) https?:|the server responded with a status/i
/** A script that broke and caught itself, or a framework that had to start over. */
const BROKEN =
  /uncaught|unhandled|\b(Type|Reference|Syntax|Range)Error\b|hydrat|minified (react|vue|svelte)|did not match|chunkloaderror/i

/** One finding for each message, in the words of the last that says it. */
function consoleErrors({ document: { url }, health }: Side<Needed>): Finding[] {
  const thrown = health.exceptions.map(normaliseMessage)
  const sometimes = new Set(health.sometimes)
  const found = new Map<string, Finding>()
  for (const { type, text } of health.console) {
    if (type !== 'error' || REPEATS_REQUEST.test(text)) continue
    const place = normaliseMessage(text)
    if (place === '' || thrown.some(one => one === place || (one.length > 10 && place.includes(one))))
      continue
    found.set(
      place,
      rules.report('console', {
        place,
        as: sometimes.has(text) ? 'sometimes' : BROKEN.test(text) ? 'broken' : undefined,
        message: `The console shows an error: "${text}"`,
        rebuilt: { url, text },
      }),
    )
  }
  return [...found.values()]
}

const PREFIX = /^(uncaught|error:|\(in promise\)|\s)+/i

/**
 * What a browser's message says, without what differs from build to build and visit to visit: addresses, numbers,
 * fingerprints, and the one or two letters that a minifier calls things.
 */
function normaliseMessage(text: string): string {
  return text
    .slice(0, 500)
    .replace(PREFIX, '')
    .replace(/\b(?:https?|wss?|blob|webpack(?:-internal)?):[^\s'")]+/gi, '…')
    .replace(/\b[0-9a-f]{8,}\b/gi, '#')
    .replace(/\d+/g, '#')
    .replace(
      /(^|[\s.(])(?!(?:is|of|to|on|in|an|or|no|be|at|by|as|it|if)\b)[a-z_$][a-z_$#]?(?=[\s.()[]|$)/gi,
      '$1_',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, 200)
}
