/** What went wrong, in words for the person who reads the check. Everything else that is thrown is a defect of ours. */
export class Failure extends Error {}
