/** What the pages say: four sites of six sections. Every text occurs once, so that it can be looked for. */

export type Block =
  | { kind: 'heading' | 'text' | 'item' | 'button'; text: string }
  | { kind: 'picture'; name: string; alt: string }
  | { kind: 'card'; title: string; text: string; price: string }
  | { kind: 'stat'; value: number; label: string }
export type Kind = Block['kind']

export interface Content {
  name: string
  title: string
  lead: string
  sections: Block[][]
}

/** The texts that a visitor reads of a block, and the picture that it shows. */
export function textsOf(block: Block): string[] {
  if (block.kind === 'picture') return []
  if (block.kind === 'card') return [block.title, block.text, block.price]
  if (block.kind === 'stat') return [grouped(block.value), block.label]
  return [block.text]
}

export const grouped = (value: number) => value.toLocaleString('en-US')

const heading = (text: string): Block => ({ kind: 'heading', text })
const text = (text: string): Block => ({ kind: 'text', text })
const button = (text: string): Block => ({ kind: 'button', text })
const picture = (name: string, alt: string): Block => ({ kind: 'picture', name, alt })
const card = (title: string, text: string, price: string): Block => ({ kind: 'card', title, text, price })
const stat = (value: number, label: string): Block => ({ kind: 'stat', value, label })
const items = (...texts: string[]): Block[] => texts.map(text => ({ kind: 'item', text }))

export const contents: readonly Content[] = [
  {
    name: 'pottery',
    title: 'Hollin Pottery',
    lead: 'Stoneware thrown by hand in a former corn mill above the river.',
    sections: [
      [
        heading('Made on the wheel'),
        text('Each of our 46 shapes is thrown, dried for 9 days and fired twice at 1,240 degrees.'),
        picture('wheel', 'A bowl taking shape on the wheel'),
        text('The clay comes from a pit 14 miles away and is washed in the mill race.'),
      ],
      [
        heading('Our evening classes'),
        text('Six people share a room, and nobody needs to have touched clay before.'),
        card('First bowls', 'Two evenings of three hours with all materials.', '£95.00'),
        card('Glazing week', 'Five mornings on colour, ash and celadon.', '£240.00'),
        card('Kiln night', 'Watch the big kiln being opened at dawn.', '£38.50'),
        button('Reserve a place'),
      ],
      [
        heading('The mill in numbers'),
        text('We have counted everything since the doors opened on 12 March 2011.'),
        stat(1284, 'pupils so far'),
        stat(37, 'glazes mixed here'),
        stat(15600, 'pots fired'),
      ],
      [
        heading('What leaves the kiln'),
        picture('jugs', 'Three jugs with a green glaze'),
        picture('plates', 'A stack of dinner plates'),
        text('Seconds are sold on the first Saturday at 30 percent off the marked price.'),
        ...items('Jugs from half a litre upwards', 'Dinner plates of 27 cm', 'Lidded jars for the pantry'),
      ],
      [
        heading('Visiting the workshop'),
        text('Open from Wednesday to Sunday between 10 and 17, closed in the 2 weeks after Easter.'),
        picture('yard', 'The yard with drying boards'),
        button('Plan your journey'),
      ],
      [
        heading('Commissions for restaurants'),
        text('Sets of 80 pieces or more take 11 weeks and are delivered within 200 miles.'),
        text('Broken pieces are replaced at cost for 5 years.'),
        button('Ask for a quotation'),
      ],
    ],
  },
  {
    name: 'lawyers',
    title: 'Marchbank and Oduya',
    lead: 'Solicitors for families, tenants and small firms.',
    sections: [
      [
        heading('Advice in plain words'),
        text('Our first meeting lasts 45 minutes and is free of charge for 3 out of 4 clients.'),
        picture('meeting', 'Two people at a table by a window'),
        button('Book a first meeting'),
      ],
      [
        heading('What it costs'),
        text('You know the fee before we begin, in writing, with VAT of 20 percent.'),
        card('Wills', 'Drafted, witnessed and kept in our safe.', '£320.00'),
        card('Conveyancing', 'From the offer to the keys, searches included.', '£1,150.00'),
        card('Tenancy check', 'A lease of up to 30 pages read within a week.', '£180.00'),
      ],
      [
        heading('Families first'),
        picture('family', 'A family walking along a canal'),
        text('In 2025 we settled 212 separations without going to court.'),
        ...items('Parenting plans for two homes', 'Pensions divided fairly', 'Mediation in four languages'),
      ],
      [
        heading('A firm with a past'),
        text('Founded on 3 October 1974 above a bakery, we now have offices in 4 towns.'),
        stat(52, 'years of practice'),
        stat(8730, 'cases closed'),
        stat(19, 'solicitors and clerks'),
        picture('office', 'The old office above the bakery'),
      ],
      [
        heading('Help for tenants'),
        text('Deposits must be protected within 30 days; otherwise up to 3 times the sum is due.'),
        text('Bring the lease and all letters of the past 12 months with you.'),
        button('Download the checklist'),
      ],
      [
        heading('Where we are'),
        picture('street', 'A street with plane trees in June'),
        text('The main office is at 18 Weir Street, 6 minutes on foot from the station.'),
        button('Write to the office'),
      ],
    ],
  },
  {
    name: 'cycles',
    title: 'Fjordline Cycles',
    lead: 'Touring bicycles built to carry you and your luggage round the world.',
    sections: [
      [
        heading('Steel that lasts'),
        picture('frame', 'A blue frame hanging in the workshop'),
        text('Every frame weighs 1,980 grams and carries up to 165 kilograms for life.'),
        text('We braze all 22 joints with silver, which leaves the tubes as strong as they were.'),
      ],
      [
        heading('Choose your bicycle'),
        card('Skerry 26', 'Small wheels for rough roads and ferries.', '€2,490.00'),
        card('Nordkapp 28', 'Fast and calm with 40 kilos of luggage.', '€2,890.00'),
        card('Holm Tandem', 'For two who want to arrive together.', '€4,350.00'),
        button('Compare the models'),
      ],
      [
        heading('Ridden far'),
        text('The longest journey so far ended on 27 August 2024 after 31,400 kilometres.'),
        stat(61, 'countries reached'),
        stat(4475, 'bicycles built'),
        picture('pass', 'Two riders on a mountain pass'),
      ],
      [
        heading('In every box'),
        text('All bicycles leave us with 3 bottle cages and a pump that reaches 7 bar.'),
        ...items('Racks of welded steel', 'Dynamo light of 80 lux', 'Tools for the road'),
        picture('parts', 'Racks, lamps and tools on a bench'),
      ],
      [
        heading('Service for ten years'),
        text('Send us the bicycle once and get it back within 8 days with new bearings.'),
        button('Arrange a service'),
      ],
      [
        heading('Test rides'),
        picture('quay', 'A test ride along the quay'),
        text('Come to one of 12 towns between April and September; a ride takes 90 minutes.'),
        button('Find a town near you'),
      ],
    ],
  },
  {
    name: 'ledger',
    title: 'Ledgerleaf',
    lead: 'Bookkeeping that small associations can do themselves.',
    sections: [
      [
        heading('Close the month sooner'),
        text('Associations with 50 members need 35 minutes a month instead of 6 hours.'),
        picture('screen', 'A table of payments on a screen'),
        button('Start a trial'),
      ],
      [
        heading('Trusted by treasurers'),
        text('As of 30 June 2026 the following could be counted in our data centre.'),
        stat(23950, 'associations signed up'),
        stat(412, 'federations on board'),
        stat(98, 'percent would stay'),
      ],
      [
        heading('Three simple plans'),
        card('Seedling', 'For up to 40 members and one account.', '$4.00'),
        card('Sapling', 'For up to 400 members and five accounts.', '$19.00'),
        card('Orchard', 'Without limits and with your own domain.', '$59.00'),
        text('Pay for 12 months and use it for 14; cancel within 60 days for any reason.'),
      ],
      [
        heading('Made for audits'),
        picture('shelf', 'A shelf of folders with coloured backs'),
        text('Receipts are kept for 10 years, sealed every night at 2 and copied to 3 places.'),
        ...items('Four eyes on each transfer', 'Export for the tax office', 'A log nobody can rewrite'),
      ],
      [
        heading('Moving is easy'),
        text('Upload your spreadsheet: 9 out of 10 columns are recognised by themselves.'),
        picture('boxes', 'Boxes being carried into a bright room'),
        button('See how moving works'),
      ],
      [
        heading('People who answer'),
        text('Our 17 advisers pick up within 40 seconds and have kept books themselves.'),
        picture('adviser', 'An adviser with a headset smiling'),
        button('Call an adviser'),
      ],
    ],
  },
]
