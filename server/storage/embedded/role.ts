import pg from 'pg'
import { adminUrlOf, type Cluster, DATABASE, ROLE, rolePassword, USER } from './cluster.ts'

/** Makes the application's role and database, where they are missing; what an older version made becomes the role's. */
export async function openToApplication(cluster: Cluster, port: number): Promise<void> {
  await withClient(adminUrlOf(cluster, port, 'postgres'), async client => {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE])
    // Databases of its own are made for each run of the command line.
    if (!rowCount) await create(client, `ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${rolePassword(cluster)}'`)
    const { rows } = await client.query<{ owner: string }>(OWNER, [DATABASE])
    if (rows[0]?.owner === ROLE) return
    if (!rows[0]) return await create(client, `DATABASE ${DATABASE} OWNER ${ROLE}`)
    await withClient(adminUrlOf(cluster, port), own => own.query(HAND_OVER))
    await client.query(`ALTER DATABASE ${DATABASE} OWNER TO ${ROLE}`)
  })
}

// What a process that was killed asked for is still made by the server: it may be there by the time that we ask for it.
const IS_THERE = new Set(['23505', '42710', '42P04'])

async function create(client: pg.Client, what: string): Promise<void> {
  try {
    await client.query(`CREATE ${what}`)
  } catch (error) {
    if (!IS_THERE.has((error as pg.DatabaseError).code ?? '')) throw error
  }
}

const OWNER = 'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1'

// REASSIGN OWNED refuses to take from the superuser that initdb made. Sequences of columns follow their tables.
const HAND_OVER = `
  DO $$
  DECLARE command text;
  BEGIN
    FOR command IN
      SELECT format('ALTER SCHEMA %I OWNER TO ${ROLE}', nspname) FROM pg_namespace
      WHERE nspowner = '${USER}'::regrole AND nspname !~ '^pg_' AND nspname <> 'information_schema'
      UNION ALL
      SELECT format('ALTER %s %s OWNER TO ${ROLE}',
               CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
               c.oid::regclass)
      FROM pg_class c
      WHERE relowner = '${USER}'::regrole AND relkind IN ('r', 'p', 'S', 'v', 'm') AND c.oid >= 16384
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND relkind = 'S' AND d.deptype IN ('a', 'i'))
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${ROLE}', oid::regprocedure) FROM pg_proc
      WHERE proowner = '${USER}'::regrole AND oid >= 16384
      UNION ALL
      SELECT format('ALTER TYPE %s OWNER TO ${ROLE}', t.oid::regtype) FROM pg_type t
      WHERE typowner = '${USER}'::regrole AND t.oid >= 16384 AND typtype IN ('e', 'd', 'r')
    LOOP
      EXECUTE command;
    END LOOP;
  END $$`

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
