/**
 * The worker as `server/main.ts --only worker` starts it, but for the script that its scan processes run: the first
 * argument. A script of its own, so that no setting of the service leads there.
 */
import { run } from '../../server/main.ts'

await run(['worker'], process.argv[2])
