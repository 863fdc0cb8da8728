/** The entry of a scan process. */
import { scan } from '../scan/scan.ts'
import { serveScan } from './serve-scan.ts'

serveScan(scan)
