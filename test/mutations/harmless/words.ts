import type { Mutation } from '../page.ts'
import { isContent, textOf, wordCount } from '../targets.ts'

/** Other ways to write the same words. */
export const words: Mutation[] = [
  {
    name: 'code with a button to copy it',
    kind: 'silent',
    why: 'its words are marked up in colours of their own, and its lines end in spaces',
    apply: ({ $, shown }) => {
      const found = shown('pre')
      found.each((_, pre) => {
        const code = $(pre).children('code').first()
        const holder = code.length ? code : $(pre)
        holder.html(
          (holder.html() ?? '').replace(/\n/g, ' \n').replace(/(--[\w-]+)/g, '<span class="tok">$1</span>'),
        )
        $(pre).attr('style', `${$(pre).attr('style') ?? ''}; position: relative`)
        $(pre).append(
          '<button type="button" style="position: absolute; right: 8px; top: 8px; font: 13px sans-serif" onclick="navigator.clipboard.writeText(this.parentElement.querySelector(\'code\').textContent); this.textContent = \'Copied\'">Copy</button>',
        )
      })
      return found.length > 0
    },
  },
  {
    name: 'can not for cannot',
    kind: 'silent',
    why: 'and isn’t for is not',
    apply: edit => {
      const { $ } = edit
      const said = (text: string) =>
        text.replace(/\bcannot\b/g, 'can not').replace(/\b(is|are|do|does|was) not\b/g, '$1n’t')
      const found = edit
        .shown('p')
        .filter((_, p) => isContent(edit, p) && !$(p).children().length && said($(p).text()) !== $(p).text())
      found.each((_, p) => {
        $(p).text(said($(p).text()))
      })
      return found.length > 0
    },
  },
  {
    name: 'a long paragraph in two',
    kind: 'silent',
    apply: edit => {
      const { $ } = edit
      const long = edit
        .shown('p')
        .filter(
          (_, p) =>
            isContent(edit, p) &&
            !$(p).children().length &&
            wordCount(textOf($, p)) >= 20 &&
            /\. \p{Lu}/u.test(textOf($, p)),
        )
        .first()
      const [first, second] = textOf($, long[0]).split(/(?<=\.) (?=\p{Lu})(.*)/su)
      if (!first || !second) return false
      long.after(long.clone().text(second))
      long.text(first)
      return true
    },
  },
  {
    name: 'letters with accents in two code points',
    kind: 'silent',
    apply: ({ $ }) => {
      let isChanged = false
      $('body *').each((_, element) => {
        if (/^(script|style)$/.test(element.name)) return
        for (const node of $(element).contents().toArray())
          if (node.type === 'text') {
            const apart = node.data.normalize('NFD')
            isChanged ||= apart !== node.data
            node.data = apart
          }
      })
      return isChanged
    },
  },
  {
    name: 'footer of another element',
    kind: 'silent',
    apply: edit => {
      const { $ } = edit
      const footer = edit.shown('body > footer, #root > footer').last()
      if (!footer.length || /(^|[\s,>}])footer(?![\w-])/m.test(edit.styles)) return false
      footer.replaceWith(
        $('<div role="contentinfo"></div>')
          .attr(footer.attr() ?? {})
          .append(footer.contents()),
      )
      return true
    },
  },
  {
    name: 'notice in a corner that can be closed',
    kind: 'silent',
    why: 'small, beside the text, and gone when its cross is pressed',
    apply: ({ $ }) => {
      $('body').append(
        '<div style="position: fixed; right: 16px; bottom: 16px; z-index: 60; width: 240px; padding: 12px; background: #fff; color: #1c2126; border: 1px solid #ccc; font: 14px/1.4 sans-serif"><p style="margin: 0">We answer again on Monday.</p><button type="button" style="min-width: 44px; min-height: 32px" onclick="this.parentElement.remove()">Close</button></div>',
      )
      return true
    },
  },
  {
    name: 'bar at the bottom that can be closed',
    kind: 'silent',
    why: 'the page ends above it',
    apply: edit => {
      edit
        .$('body')
        .append(
          '<div class="low-bar"><span>Sent free of charge until Sunday</span><button type="button" onclick="this.parentElement.remove(); document.body.style.paddingBottom = 0">Close</button></div>',
        )
      edit.css(
        'body { padding-bottom: 60px !important } .low-bar { position: fixed; left: 0; right: 0; bottom: 0; z-index: 60; height: 60px; display: flex; gap: 16px; align-items: center; justify-content: center; background: #1c2126; color: #fff; font: 15px sans-serif } .low-bar button { min-width: 64px; min-height: 44px }',
      )
      return true
    },
  },
]
