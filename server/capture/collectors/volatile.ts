import { DESKTOP, type Eyes } from '../eyes.ts'
import { layoutAt } from './layouts.ts'

export interface VolatileArtifact {
  /** Texts that the second load did not show again: their value is not compared, their presence is. */
  texts: string[]
  /** Pictures whose file was another one on the second load, by the file's address. */
  images: string[]
}

/** The self-noise of the page: a second load, looked at cheaply. What differs from itself is volatile. */
export async function volatile(eyes: Eyes): Promise<VolatileArtifact> {
  const first = await layoutAt(eyes, DESKTOP)
  const firstImages = await imagesShown(await eyes.at(DESKTOP))
  const visit = await eyes.again()
  try {
    const second = await layoutAt({ ...eyes, at: async () => visit }, DESKTOP)
    const again = new Set(second.blocks.map(block => block.text))
    const imagesAgain = new Set(await imagesShown(visit))
    return {
      texts: [...new Set(first.blocks.map(block => block.text))]
        .filter(text => !again.has(text))
        .slice(0, 500),
      images: firstImages.filter(url => !imagesAgain.has(url)).slice(0, 200),
    }
  } finally {
    await visit.close()
  }
}

function imagesShown({ world }: Awaited<ReturnType<Eyes['again']>>): Promise<string[]> {
  return world.run(
    () => [...new Set(Array.from(document.images, image => image.currentSrc).filter(Boolean))].slice(0, 1000),
    undefined,
  )
}
