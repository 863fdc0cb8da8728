/** Of the one queue in pg-boss. */
export const QUEUE = 'scan'
