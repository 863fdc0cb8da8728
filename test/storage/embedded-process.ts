/** A process that uses the embedded Postgres of the folder it is given until a line comes in. */
import { once } from 'node:events'
import { startEmbeddedPostgres } from '../../server/storage/embedded/index.ts'

const postgres = await startEmbeddedPostgres(process.argv[2]!)
console.log(postgres.url)
await once(process.stdin, 'data')
await postgres.stop()
process.exit()
