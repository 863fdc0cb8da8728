/** What steps through a carousel, by its name: its slides stay in reach of who waits, swipes or uses another of them. */
const STEP =
  /^(go to |show |view )?(slide|page|item|image|testimonial|voice)?\s*#?\d+( (of|\/) \d+)?$|^(previous|prev|next|back|forward|play|pause|stop)\b|^[‹›<>«»←→❮❯]+$|carousel|slide\b|слайд|карусел|diapositiv|folie \d|スライド|슬라이드|幻灯片|轮播/i

/** Of a carousel, or one of its slides. */
export const isStep = ({ name }: { name: string }): boolean => STEP.test(name)
