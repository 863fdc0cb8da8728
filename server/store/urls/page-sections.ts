/**
 * What a product page says in tabs, accordions and blocks of its own, below a heading such as "Care": what shops keep in
 * fields beside the description. Gathered while a parser goes over the page. Bounded.
 */
import type { PageSection } from '../types.ts'

/** Links to places of a page, of which tabs are some. */
const MAX_LABELS = 100
const MAX = { sections: 12, title: 60, text: 300 } as const

interface Open {
  /** Its element, and how many of its name are open within it. */
  name: string
  within: number
  /** Elements that were open around it: a block ends with what holds its heading. */
  depth: number
  is: 'panel' | 'block'
  /** A block whose heading is a bold text may go on beside the paragraph of that text. */
  bold: boolean
  title: string
  text: string
  /** A table or list of terms stands in it, which is read as rows. */
  hasRows: boolean
}

export function gatherSections() {
  const found: PageSection[] = []
  let open: Open | null = null
  /** The element whose text is a heading or the handle of a tab. */
  let heading: { name: string; within: number; text: string; of: string } | null = null
  /** What the handles of tabs say, which are links to their panels or name them, by the ids of those. */
  const labels = new Map<string, string>()
  let link: { of: string; text: string } | null = null
  let muted: { name: string; within: number } | null = null
  let depth = 0
  let lastHeading = ''

  function end(): void {
    if (open && found.length < MAX.sections && !open.hasRows) {
      const text = tidied(open.text, MAX.text)
      const title = tidied(open.title, MAX.title)
      if (/\S \S/.test(text) && !ELSEWHERE.test(title)) found.push({ title, text })
    }
    open = null
  }

  function begin(is: Open['is'], name: string, title: string): void {
    open = {
      name,
      within: 0,
      depth,
      is,
      bold: is === 'block' && BOLD.test(name),
      title,
      text: '',
      hasRows: false,
    }
    lastHeading = ''
  }

  function headed(name: string, text: string, isHandle: boolean): void {
    lastHeading = tidied(text, MAX.title)
    if (open?.is === 'panel') {
      if (open.text.trim() === '') open.title = lastHeading
      else open.text += ` ${text} `
    } else if (!BOLD.test(name) && open) end()
    if (!open && ABOUT_IT.test(lastHeading) && !isHandle && name !== 'summary' && name !== 'button')
      begin('block', name, lastHeading)
  }

  return {
    open(name: string, attributes: Record<string, string>, { inMain }: { inMain: boolean }): void {
      depth++
      if (muted) {
        if (muted.name === name) muted.within++
        return
      }
      if (MUTED.test(name)) {
        muted = { name, within: 0 }
        return
      }
      if (heading?.name === name) heading.within++
      if (open?.is === 'panel' && open.name === name) open.within++
      if (open && (name === 'tr' || name === 'dt')) open.hasRows = true
      if (open) open.text += ' '
      if (name === 'a' && /^#./.test(attributes.href ?? ''))
        link = { of: attributes.href!.slice(1), text: '' }
      if (!inMain || heading) return
      // The innermost one: what holds several is no section.
      if (isPanel(name, attributes)) {
        const above = open?.is === 'block' && open.text.trim() === '' ? open.title : lastHeading
        if (open?.is === 'block') end()
        begin('panel', name, labels.get(attributes.id ?? '') ?? above)
      } else if (isHeading(name, attributes))
        heading = { name, within: 0, text: '', of: attributes['aria-controls'] ?? '' }
    },
    text(data: string): void {
      if (muted) return
      if (link && link.text.length < MAX.title) link.text += data.slice(0, MAX.title)
      if (heading) {
        if (heading.text.length < MAX.text) heading.text += data.slice(0, MAX.text)
      } else if (open && open.text.length < 4 * MAX.text) open.text += data.slice(0, 4 * MAX.text)
    },
    close(name: string): void {
      depth--
      if (muted) {
        if (muted.name === name && muted.within-- === 0) muted = null
        return
      }
      if (link && name === 'a') {
        if (labels.size < MAX_LABELS) labels.set(link.of, tidied(link.text, MAX.title))
        link = null
      }
      if (heading?.name === name && heading.within-- === 0) {
        const { text, of } = heading
        heading = null
        if (of && labels.size < MAX_LABELS) labels.set(of, tidied(text, MAX.title))
        headed(name, text, of !== '')
      }
      if (open?.is === 'panel' && open.name === name && open.within-- === 0) end()
      else if (open?.is === 'block' && depth < open.depth) {
        if (open.bold && open.text.replace(/[\s:.–-]+/g, '') === '')
          Object.assign(open, { bold: false, depth })
        else end()
      }
    },
    told(): PageSection[] {
      end()
      return found
    },
  }
}

const MUTED = /^(script|style|noscript|template|select|svg|textarea)$/
const BOLD = /^(strong|b)$/

const isHeading = (name: string, attributes: Record<string, string>): boolean =>
  /^(h[2-6]|summary|strong|b)$/.test(name) ||
  attributes.role === 'tab' ||
  (name === 'button' &&
    (attributes['aria-controls'] !== undefined || attributes['aria-expanded'] !== undefined))

/** As themes and shop systems mark what one tab or one fold of an accordion holds. */
const isPanel = (name: string, { role, class: classes = '' }: Record<string, string>): boolean =>
  name === 'details' || role === 'tabpanel' || PANEL.test(classes)

const PANEL =
  /(^|[\s_-])(tab[-_]?(panel|pane|content)|tabs-panel|accordion[-_]*(content|panel|body|answer)|collapsible[-_]*content|panel-collapse)([\s_-]|$)/i

/** What is said in other places of a shop, or compared by other checks. */
const ELSEWHERE =
  /^(product )?(descri[pcz]|beschr|omschrijving|overview|review|rating|bewertung|rezension|avis|opini|rese[nñ]|recension|beoordeling|customer|kunden|question|frage|q ?& ?a|faq|shipping|delivery|versand|lieferung|livraison|verzend|bezorg|levering|env[ií]|spedizion|return|refund|rückgabe|retour|devoluc|payment|zahlung|paiement|betal|related|similar|you (may|might)|people also|recently|more from|share|teilen|newsletter|subscri|sign up|cart|warenkorb|panier|filter|sort|search|account|log ?in)/i

/** What blocks without a mark of their own are called, where they say something of the product. */
const ABOUT_IT =
  /^\s*(the )?((product|technical|produkt|technische) )?(care|washing|wash|cleaning|pflege|waschen|entretien|lavage|cuidado|lavado|cura|lavaggio|onderhoud|wassen|skötsel|vedligehold|materials?|fabric|composition|stoff|matière|composición|materiale?|stof|ingredients?|inhaltsstoffe|zutaten|ingrédients|ingredienti|ingrediënten|ingredientes|dimensions?|measurements?|abmessungen|maße|mesures|medidas|misure|afmetingen|mått|mål|specifications?|specs|details?|data|daten|spezifikation(en)?|caractéristiques|especificaciones|caratteristiche|specificaties|features|eigenschaften|size (chart|guide)|sizing|size ?& ?fit|fit|größentabelle|guide des tailles|guía de tallas|guida alle taglie|maattabel|warranty|guarantee|garantie|garantía|garanzia|how to use|usage|directions|anwendung|utilisation|modo de uso|gebruik|storage|lagerung|nutrition(al)?( facts| information| values)?|nährwerte|allerg(ens?|ene|ènes)|origin|herkunft|what.s (in the box|included)|lieferumfang)\b/i

const tidied = (text: string, max: number) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, max)
