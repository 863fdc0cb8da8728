/** What controls did when they were operated, at either width. */
import type { Probe } from '../../capture/collectors/probes/index.ts'
import type { Side } from './suite.ts'

/** Every probe of a page, those of the narrow width first. */
export const probesOf = ({ probes: { narrow, wide } }: Side<'probes'>): Probe[] => [
  ...narrow.probes,
  ...wide.probes,
]

/** Whether nothing came of it: nothing that is seen, and nothing in the document. */
export const isWithoutEffect = ({ effect, stirred }: Probe): boolean => effect === 'nothing' && !stirred
