import type { UrlKind } from '../traces/types.ts'

/**
 * Addresses that one template makes, as a pattern: its kind, the first step where there are more, how deep it is, its
 * ending and the names of its parameters. `product /shop/*`, `post /#/#/*`, `page /*.html`, `product /index.php?id`.
 */
export function templateOf(path: string, kind: UrlKind): string {
  const [pathname = '/', query] = path.split(/[?#]/, 2)
  const steps = pathname.toLowerCase().split('/').filter(Boolean)
  if (steps.length && LOCALE_STEP.test(steps[0]!) && steps.length > 1) steps.shift()
  const last = steps.pop() ?? ''
  const ending = /\.[a-z]{2,5}$/.exec(last)?.[0] ?? ''
  const shown = [
    ...steps.slice(0, MAX_STEPS).map((step, index) => (/^\d+$/.test(step) ? '#' : index === 0 ? step : '*')),
    ...(last === '' ? [] : [query !== undefined && ending ? last : `*${ending}`]),
  ]
  const names = query ? [...new Set(new URLSearchParams(query).keys())].sort().slice(0, 5).join('&') : ''
  return `${kind} /${shown.join('/')}${names && `?${names}`}`.slice(0, 120)
}

const MAX_STEPS = 4
const LOCALE_STEP = /^[a-z]{2}(-[a-z]{2})?$/
