/** Passes by itself: the network, a server that restarts or is busy. */
export class Trouble extends Error {
  /** Milliseconds that the server wants to be left alone. */
  readonly after: number | null
  constructor(message: string, after: number | null = null) {
    super(message)
    this.after = after
  }
}

/** An answer that no Cutover server gives. A gateway may do so for a moment, so it is trouble at first. */
export class Unreadable extends Trouble {}

/** Nobody is there at all: no such name, or nothing that listens. A restart passes soon, a wrong address never does. */
export class Absent extends Trouble {}
