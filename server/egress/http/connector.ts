import { buildConnector } from 'undici'
import type { ByteBudget } from '../budget.ts'
import { dial } from '../dial.ts'
import type { Guard } from '../guard.ts'
import { TlsError } from './failure.ts'

const CONNECT_TIMEOUT = 10_000

/** undici's way to a socket, by the guard: it dials, so that no literal slips past a `lookup` that is not called. */
export function guardedConnector(guard: Guard, budget?: ByteBudget): buildConnector.connector {
  const secure = buildConnector({ timeout: CONNECT_TIMEOUT })
  return (options, done) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
    dial(guard, options.hostname, port, { timeoutMs: CONNECT_TIMEOUT, budget }).then(
      socket => {
        if (options.protocol !== 'https:') return done(null, socket)
        secure({ ...options, httpSocket: socket }, (error, secured) => {
          if (secured) return done(null, secured)
          socket.destroy()
          const code = (error as { code?: string } | null)?.code
          if (code === 'UND_ERR_CONNECT_TIMEOUT') return done(error as Error, null)
          done(new TlsError(error?.message ?? 'the handshake failed', { cause: error }), null)
        })
      },
      error => done(error, null),
    )
  }
}
