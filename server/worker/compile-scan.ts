/** Loads all that a scan is made of and ends: Node leaves what it compiled for it in NODE_COMPILE_CACHE. */
import { loadMeasuring } from '../scan/capture-pair.ts'
import '../scan/scan.ts'
import './serve-scan.ts'

await loadMeasuring()
