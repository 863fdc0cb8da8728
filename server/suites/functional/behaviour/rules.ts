import { defineRules } from '../../core/rules.ts'

const BANNER = {
  when: 'it is of a banner about consent, a chat or the like',
  severity: 'minor',
  penalty: 0.03,
} as const

export const rules = defineRules(
  'functional/behaviour',
  {
    why: 'A control that is there and does nothing keeps from visitors what it opened, and tells them that the site is broken.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/API/Element/click_event',
  },
  {
    dead: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Controls that open, switch or lead somewhere on the original when they are pressed or hovered over, and do nothing on the new page, at 375 and at 1440 px, or are text there that nobody was seen to hear a press of, or bring texts most of which cannot be seen: other parts of the page are painted over them, or they have the colour of what they stand on. What is not pressed beside others for what its name says, such as “Add to cart”, is pressed last, once for each name, while no request goes out at all: one that asks a server for anything is not dead. Of a gallery the first picture: one that is shown larger over the page and leads away from it now counts as well. Of a list of cards, three or more of one width with a picture each, the first card, whatever its markup. What changed nothing but which pictures are in view counts where two controls of the kind do nothing.',
      fix: 'Let it do what it did. Look for a handler, or a script, that is not there any more',
      cases: {
        lesser: {
          when: 'on the original it neither opens, shows nor leads to anything with words: it scrolls, prints, shares, switches itself or the colours of the page, takes something away, is a picture that is shown larger, or a card that shows no words; or it led to a page to which a link in view on the new page leads; or now it answers a press by switching itself or taking the focus, and was to open no menu, panel, dialog or tab; or it is text now, which was not pressed, and to which a script may listen from around it',
          severity: 'moderate',
          penalty: 0.15,
        },
        banner: BANNER,
      },
    },
    stuck: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Controls that open a dialog, a layer over themselves and the middle of the window, or, in the head of a page on a phone, a menu that lies over the page, on both pages. On the original its close button, Escape, the backdrop, another of its buttons, an entry or a second press closes it; on the new page none of them does.',
      why: 'The page stays covered: visitors can neither read on nor reach the menu, and have to load it again or leave.',
      fix: 'Let its close button, a press beside it and Escape close it. Look for handlers that are not there any more',
      reference: 'https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/',
      cases: { banner: BANNER },
    },
    'texts-left': {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'A press that replaces six texts and more on both pages, and four of ten of those in view, as a switch of language does: whether it replaces those that it replaces on the original and that stand on the new page at rest; eight words of them at least.',
      why: 'Who chose a language meets texts in another one, and who chose a version reads of both.',
      fix: 'Give each text that is left what marks the others for the script, or its translation',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-parts.html',
      cases: {
        some: {
          when: 'it is less than a tenth of the words, and no text of eight words in the first screen is among them',
          severity: 'moderate',
          penalty: 0.15,
        },
      },
    },
    'not-restored': {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Texts that one press takes away and another, after it, brings back on the original, as the two sides of a switch of prices do: whether the second brings them back on the new page, where the first takes them away as well and some come back.',
      why: 'Who looks at the other side and comes back finds a page that is not the one that he left.',
      fix: 'Show again what the other press has hidden',
      cases: {
        some: {
          when: 'no price is among them, and they are less than half of what should come back',
          severity: 'moderate',
          penalty: 0.15,
        },
      },
    },
    'led-elsewhere': {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Controls that lead to another page by a script on both pages: whether one leads to where another of them leads on both pages, and did not on the original; not where one that is kept leads to the same.',
      why: 'Visitors who want one thing are brought to another, and take it that the site does not have what they came for.',
      fix: 'Let it lead to where it led',
    },
    'price-shown': {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Texts with an amount of money that a control shows on both pages, and that the original does not have at rest, as in the dialog of a plan: of the same words, the only one of them, with another amount, where the original has both amounts on the page at rest, as prices of two plans. Not what fills a basket.',
      why: 'Visitors agree to a price that is not the one they are charged.',
      fix: 'Show the price of the original. Look at where the script takes it from',
      reference: 'https://eur-lex.europa.eu/eli/dir/1998/6/oj',
    },
    'closer-dead': {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Controls that open a dialog, or a layer over themselves and the middle of the window, on both pages, where a button that says so closes it on the original: such buttons of the new page, all of which do nothing when they are pressed, twice, while something else closes it, as Escape or a press beside it.',
      why: 'It is the way out that everybody tries first, and on phones there is no Escape.',
      fix: 'Let its close button close it. Look at which element its handler asks for: a press may meet an icon within the button',
      reference: 'https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/',
      cases: { banner: BANNER },
    },
    'scroll-locked': {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Controls that open something, by a second press of them, their own button or Escape closed again: whether the page, which could be scrolled before, still can (its height, and the overflow of `html` and `body`). On the original it can, or nothing there locks it and the control is new.',
      why: 'What was opened holds the page still and never lets it go: visitors see the part that is on the screen, and nothing below it.',
      fix: 'Give `html` and `body` back the `overflow` and `position` that they had when it closes, whatever way it is closed',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/overflow',
    },
    mixed: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        "Controls that show another control's texts in place of their own, as a tab with its neighbour's panel.",
      why: 'Visitors read what belongs to something else, and find no way to what they asked for.',
      fix: 'Let it do what it did. Look at which part of the page it names or opens',
      cases: { banner: BANNER },
    },
    less: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Controls that show something on both pages, more than half of whose words, eight or more, or three texts, are to be seen nowhere on the new page: it shows less than half as many words, or the same as another control that showed something else. And those that show two prices or more there, and no price now, where these prices are to be seen nowhere.',
      why: 'Visitors open it for what it said: a menu of which most entries are gone, a placeholder in the place of each answer, or a panel that opens by a part of its height.',
      fix: 'Let it show what it did',
      cases: { banner: BANNER },
    },
    menu: {
      severity: 'moderate',
      penalty: 0.34,
      measures:
        'Controls that open something on both pages, most of whose texts are links on the original, three or more: which of them it does not show any more, under no other name either, nor beside it, nor in a list within the list that it shows, though the new page has such a link elsewhere, and shows no others in their place.',
      why: 'Visitors look for a page in the menu: who does not find it there takes it that it does not exist.',
      fix: 'Give the menu these links again',
      cases: {
        some: {
          when: 'less than half of them, or less than three, are gone',
          penalty: 0.15,
        },
        banner: BANNER,
      },
    },
    unreachable: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'The first two controls at either width that show two links or more: the mouse goes from the control to the nearest of these links, its button is pressed there and let go a tenth of a second later. On the original the link is pressed; on the new page it is gone before, whether as the mouse leaves the control or as its button goes down, twice in a row.',
      why: 'Visitors see where they want to go, and cannot go there: the menu closes under their hand.',
      fix: 'Close the menu on `click` outside of it, not on `mousedown` or `blur`; leave no gap between the control and what it opens',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/content-on-hover-or-focus.html',
    },
    unclosed: {
      severity: 'moderate',
      penalty: 0.15,
      measures:
        'Controls in the head of a page on a phone that open a list or a dialog on both pages, which on the original a second press of them, a control that says so or a press beside it closes: on the new page only Escape, which no phone has, or an entry of it does, or nothing, or only a press beside it where the original has a button for that.',
      why: 'Who only wanted to look into the menu finds no way back to the page.',
      fix: 'Let a second press of the button that opens it close it as well',
      reference: 'https://www.w3.org/WAI/ARIA/apg/patterns/disclosure/',
      cases: {
        covers: {
          when: 'it lies over the window, and no finger closes it',
          severity: 'serious',
          penalty: 0.5,
        },
      },
    },
    'left-open': {
      severity: 'moderate',
      penalty: 0.15,
      measures:
        'Of the first such menu with an entry that leads down its own page: whether most of its links are still in view, uncovered, up to two seconds after that entry was pressed. On the original they are not.',
      why: 'Visitors press an entry and see nothing but the menu: what they asked for lies behind it.',
      fix: 'Close it when one of its links is pressed',
      cases: {
        covers: {
          when: 'it lies over the window',
          severity: 'serious',
          penalty: 0.5,
        },
      },
    },
    collapses: {
      severity: 'moderate',
      penalty: 0.15,
      measures:
        'Of the same menus, whether the links that they show are still in view once the page is scrolled by 120 px. On the original they are.',
      why: 'A thumb moves the page a little before it comes to an entry: the menu is gone by then.',
      fix: 'Do not close it on `scroll`',
    },
    price: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Of pages that show a price, what choosing a radio button or an entry of a list of a form changes, in the body of the page at 1440 px, and a press of what switches a few texts: a price that takes the place of another one on the original. On the new page, which shows that other one at first, it does not come, nor is it there already. Of a switch that shows the prices of several plans at once: less than half of them are others, or one of two, where it takes the place of the same, and says the same words.',
      why: 'Visitors are told a price that they will not pay.',
      fix: 'Show the price of what is chosen',
      reference: 'https://support.google.com/merchants/answer/6324371',
    },
    pictured: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Of the same choices, the largest picture that changes: whether the new page shows one that is clearly nearer to that of another choice of the group than to its own.',
      why: 'Visitors choose by the picture, and are sent something else.',
      fix: 'Show the picture of what is chosen',
    },
    enlarged: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Up to six pictures of each of two galleries, which a press shows larger at 1440 px, on a layer or in place: whether what is shown is clearly nearer to another picture of them than to the one that was pressed. On the original each shows its own.',
      why: 'Visitors look at one thing, and are shown another.',
      fix: 'Show the file of the picture that is pressed. Look at where the script counts from',
    },
    filtered: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Filters of a list: of two or more controls of one role that take entries away on the original, and bring none but such, which texts of those entries are in view after a press, where as many were before it. On the new page other entries stay, or it says that there is nothing where the original does not.',
      why: 'Visitors who look for one kind of thing are shown another, or none, and take it that there is no such thing.',
      fix: 'Let it show the same entries as on the original. Look at the attribute or the value by which they are compared',
      cases: {
        some: {
          when: 'it is so with half or less of what either page shows, and it does not say that there is nothing',
          severity: 'moderate',
          penalty: 0.15,
        },
      },
    },
    numbers: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Number fields, ranges, lists and, where there is a price, radio buttons, and boxes in forms with such, are set to other values one after the other, and what is not pressed beside others for its name, such as “Add to cart”, is pressed once and once more, and the basket opened that was filled: amounts of money, and counts that stand alone, that come into sight or change their order on the original. On the new page, set alike until then, others do, or none. Of a press that sets several numbers anew on both pages: those that it leaves as they were, or, where it takes away the same texts on both, the one number that is another, beside three and more that are the same.',
      why: 'A calculator, an order by price or a basket that counts otherwise tells visitors a wrong price, and nobody sees it until somebody pays it.',
      fix: 'Let it compute, sort and count what it did. Look at rounding, at numbers that are taken for texts, and at what is added to what',
    },
    'empty-slide': {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Of the first two sliders, at 1440 px, each arrow, the one back first, is pressed until nothing changes any more, a slide comes again, or none is in sight, eight times at most: whether it comes to a place without any slide. On the original it stays at its end, or goes round.',
      why: 'Visitors who press it look at an empty place and take it that there is nothing, or that the page is broken.',
      fix: 'Let it stop at the first and the last slide, or go round: `(index + count) % count`',
      reference: 'https://www.w3.org/WAI/ARIA/apg/patterns/carousel/',
    },
    'slide-skipped': {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Of the same sliders, those whose arrows go round on the new page: texts of slides that the original comes to, which stay out of view on the new page, where they are in the document, whatever else is pressed.',
      why: 'Nobody ever sees this slide.',
      fix: 'Count all slides: look at where the script takes their number from',
      reference: 'https://www.w3.org/WAI/ARIA/apg/patterns/carousel/',
    },
    quantity: {
      severity: 'moderate',
      penalty: 0.15,
      measures:
        'Of the first four numbers up to three, at 1440 px, that have a button to count them down and one to count them up, or are a number field, how far they are counted down: on the original they stop at nothing or above it, or what is counted is taken away; on the new page they go below nothing. And what one press counts up by.',
      why: 'Who orders less than nothing is shown a negative price, or sends an order that nobody can fill.',
      fix: 'Let it stop where the original does: `Math.max(1, quantity - 1)`, or `min` on the field',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Element/input/number',
      cases: {
        step: {
          when: 'one press counts up by two or more, where that of the original counts up by one',
          severity: 'serious',
          penalty: 0.3,
        },
        nothing: {
          when: 'it goes to nothing where the original stops above it',
          severity: 'minor',
          penalty: 0.05,
        },
      },
    },
    faded: {
      severity: 'moderate',
      penalty: 0.34,
      measures:
        'Controls that change the colours of the page on both sides, as a dark mode: texts that can be read before the press and on the original after it, and on the new page have a contrast below 2 after it.',
      why: 'Who switches to dark mode, or comes back to a page that has remembered it, sees an empty page.',
      fix: 'Give the letters their colour of this mode as well, where the ground has its own',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
      cases: {
        few: {
          when: 'it is so with less than half of the texts that are in view',
          penalty: 0.15,
        },
      },
    },
    'no-listener': {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Controls that are not pressed beside others for what their name says, such as “Add to cart” or “Sign up”: whether a script listens for a press of them, around them or at the whole page, or the browser acts by itself. A script of the original listens to the control, or a press of it is seen to do something, and nothing does on the new page.',
      fix: 'Let it do what it did. Look for a handler, or a script, that is not there any more',
      cases: {
        banner: BANNER,
        lesser: {
          when: 'its name is not of what visitors come for, such as “Buy” or “Sign in”',
          severity: 'moderate',
          penalty: 0.15,
        },
      },
    },
    unprobed: {
      severity: 'minor',
      penalty: 0,
      measures: 'Controls that work on the original and could not be operated on the new page.',
      why: 'Nobody has seen whether they work.',
      fix: 'Operate them by hand to be sure; they cost nothing here',
    },
  },
)
