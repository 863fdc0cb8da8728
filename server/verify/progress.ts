/** How far it is, on standard error: one line that is rewritten on a terminal, else a line for each new phase. */
import type { WriteStream } from 'node:tty'

export interface ProgressLine {
  show(phase: string, value: number): void
  /** Leaves a clean line behind. */
  end(): void
}

export function progressLine(stream: Pick<WriteStream, 'isTTY' | 'columns' | 'write'>): ProgressLine {
  const started = performance.now()
  let last = ''
  return {
    show(phase, value) {
      if (!stream.isTTY) {
        if (phase !== last) stream.write(`${phase}\n`)
        last = phase
        return
      }
      const seconds = Math.floor((performance.now() - started) / 1000)
      const line = `${String(Math.round(value * 100)).padStart(3)} % ${phase} (${seconds} s)`
      if (line !== last) stream.write(`\r\x1b[K${line.slice(0, (stream.columns || 80) - 1)}`)
      last = line
    },
    end() {
      if (stream.isTTY && last) stream.write('\r\x1b[K')
      last = ''
    },
  }
}
