/** The browser of another machine does not answer. No page is known to be at fault, so that a job may be done again as it is. */
export class RemoteGone extends Error {}
