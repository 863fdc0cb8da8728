/**
 * What search engines make of the types of schema.org, and what each needs to count.
 *
 * @see https://developers.google.com/search/docs/appearance/structured-data/search-gallery
 */

/** Types that are one for a search engine; the first name stands for all. */
const FAMILIES: readonly (readonly string[])[] = [
  [
    'Article',
    'BlogPosting',
    'NewsArticle',
    'TechArticle',
    'Report',
    'ScholarlyArticle',
    'SocialMediaPosting',
    'OpinionNewsArticle',
    'AnalysisNewsArticle',
    'ReportageNewsArticle',
    'AdvertiserContentArticle',
  ],
  [
    'Organization',
    'Corporation',
    'NGO',
    'EducationalOrganization',
    'NewsMediaOrganization',
    'OnlineBusiness',
  ],
  ['Organization', 'OnlineStore', 'GovernmentOrganization', 'CollegeOrUniversity', 'School', 'SportsTeam'],
  [
    'LocalBusiness',
    ...['AutoDealer', 'AutoRepair', 'Bakery', 'BarOrPub', 'BeautySalon', 'CafeOrCoffeeShop', 'ClothingStore'],
    ...[
      'Dentist',
      'Electrician',
      'ElectronicsStore',
      'ExerciseGym',
      'FastFoodRestaurant',
      'FinancialService',
    ],
    ...['Florist', 'FoodEstablishment', 'FurnitureStore', 'GroceryStore', 'HairSalon', 'HardwareStore'],
    ...[
      'HealthAndBeautyBusiness',
      'HealthClub',
      'HomeAndConstructionBusiness',
      'Hospital',
      'Hotel',
      'Attorney',
    ],
    ...['InsuranceAgency', 'JewelryStore', 'LegalService', 'Locksmith', 'LodgingBusiness', 'MedicalBusiness'],
    ...[
      'MedicalClinic',
      'Optician',
      'Pharmacy',
      'Physician',
      'Plumber',
      'ProfessionalService',
      'RealEstateAgent',
    ],
    ...['Restaurant', 'ShoppingCenter', 'SportsActivityLocation', 'Store', 'TravelAgency', 'VeterinaryCare'],
  ],
  ['Product', 'IndividualProduct', 'SomeProducts', 'ProductModel', 'ProductGroup', 'Vehicle', 'Car'],
  [
    'Event',
    ...['BusinessEvent', 'ComedyEvent', 'DanceEvent', 'EducationEvent', 'ExhibitionEvent', 'Festival'],
    ...['LiteraryEvent', 'MusicEvent', 'SaleEvent', 'ScreeningEvent', 'SocialEvent', 'SportsEvent'],
    ...['TheaterEvent', 'VisualArtsEvent'],
  ],
  ['SoftwareApplication', 'MobileApplication', 'WebApplication', 'VideoGame'],
  ['Offer', 'AggregateOffer'],
  ['Review', 'CriticReview', 'EmployerReview', 'UserReview'],
  ['Course', 'CourseInstance'],
  ['Movie', 'TVSeries'],
  ['WebPage', 'AboutPage', 'CheckoutPage', 'CollectionPage', 'ContactPage', 'ItemPage', 'SearchResultsPage'],
]
/** The vocabulary has some hundred subtypes of these; their names end alike. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [
    /(Store|Shop|Restaurant|Brewery|Winery|Distillery|Salon|Clinic|Motel|Hostel|Resort|Bank)$/,
    'LocalBusiness',
  ],
  [/(Article|Posting)$/, 'Article'],
  [/Event$/, 'Event'],
  [/Organization$/, 'Organization'],
  [/Review$/, 'Review'],
]
const FAMILY = new Map(FAMILIES.flatMap(([first, ...rest]) => rest.map(name => [name, first!] as const)))

/** Shown as a result of their own kind wherever in the page they are described. */
const OWN_RESULT = new Set([
  ...[
    'Article',
    'BreadcrumbList',
    'Course',
    'Dataset',
    'DiscussionForumPosting',
    'Event',
    'FAQPage',
    'HowTo',
  ],
  ...['JobPosting', 'LocalBusiness', 'Movie', 'Product', 'ProfilePage', 'QAPage', 'Recipe'],
  ...['SoftwareApplication', 'VideoObject', 'Book'],
])
/** Shown as such where they are described for themselves, and not as a part of another thing. */
const RESULT = new Set([
  ...OWN_RESULT,
  ...['AggregateRating', 'ItemList', 'Organization', 'Review', 'WebSite', 'Offer'],
])
/** Types that any page has, and no search engine asks for. */
const GENERIC = new Set([
  ...[
    'WebPage',
    'WPHeader',
    'WPFooter',
    'WPSideBar',
    'WebPageElement',
    'SiteNavigationElement',
    'ImageObject',
  ],
  ...['CreativeWork', 'Blog', 'Comment', 'UserComments', 'ReadAction', 'SearchAction', 'Person', 'Thing'],
])

/** The name by which types are compared; other vocabularies, which search engines pass over, give ''. */
export function familyOf(types: readonly string[]): string {
  const known = types.filter(type => /^[A-Z]\w*$/.test(type))
  const families = known.map(type => FAMILY.get(type) ?? (RESULT.has(type) ? type : endingOf(type)) ?? type)
  return families.find(isResult) ?? families[0] ?? ''
}

const endingOf = (type: string) => ENDINGS.find(([ending]) => ending.test(type))?.[1]

export const isResult = (family: string): boolean => RESULT.has(family)
export const isOwnResult = (family: string): boolean => OWN_RESULT.has(family)
export const isGeneric = (family: string): boolean => GENERIC.has(family)
/** Where a page stands on its site, which results show, and no result of its own. */
export const isTrail = (family: string): boolean => family === 'BreadcrumbList'
/** What a plugin says on each page of a site alike. */
export const isSite = (family: string): boolean => family === 'WebSite' || family === 'Organization'
/** Whether a description of one family is one of another as well: a local business is an organization. */
export const isKindOf = (family: string, other: string): boolean =>
  family === other || (other === 'Organization' && family === 'LocalBusiness')

/** Without these a thing is no result of its kind; `|` stands between alternatives. */
export const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  AggregateRating: ['ratingValue', 'ratingCount|reviewCount'],
  Answer: ['text'],
  BreadcrumbList: ['itemListElement'],
  Course: ['name', 'description'],
  Dataset: ['name', 'description'],
  Event: ['name', 'startDate', 'location'],
  FAQPage: ['mainEntity'],
  HowTo: ['name', 'step'],
  ItemList: ['itemListElement'],
  JobPosting: [
    'title',
    'description',
    'datePosted',
    'hiringOrganization',
    'jobLocation|jobLocationType|applicantLocationRequirements',
  ],
  LocalBusiness: ['name', 'address'],
  Movie: ['name', 'image'],
  Offer: ['price|lowPrice|priceSpecification'],
  Product: ['name', 'offers|review|aggregateRating|hasVariant|isVariantOf'],
  ProfilePage: ['mainEntity'],
  QAPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer|suggestedAnswer'],
  Recipe: ['name', 'image'],
  Review: ['author', 'reviewRating'],
  SoftwareApplication: ['name', 'offers', 'aggregateRating|review'],
  VideoObject: ['name', 'thumbnailUrl', 'uploadDate'],
  WebSite: ['name', 'url'],
}

/** What results show or tell things apart by. */
const SHOWN =
  /^(name|headline|title|price|lowPrice|highPrice|priceCurrency|availability|sku|mpn|gtin\d*|isbn|startDate|endDate|datePublished|uploadDate|datePosted|validThrough|telephone|email|streetAddress|postalCode|addressLocality|addressRegion|addressCountry|itemListElement|mainEntity|author|brand|offers|aggregateRating|review|image|logo|location|address|openingHours|openingHoursSpecification|recipeIngredient|recipeInstructions|step|baseSalary|hiringOrganization|jobLocation|hasVariant|latitude|longitude)$/
export const isShown = (property: string): boolean => SHOWN.test(property)

/** Sizes and colours of one product, each described as a product: parts of it, which a rebuild may describe or not. */
export const isVariant = (property: string): boolean => /^(hasVariant|isVariantOf)$/.test(property)

/** What only ties things together, which every rebuild does in its own way. */
const STRUCTURE =
  /^(isPartOf|hasPart|mainEntityOfPage|potentialAction|position|width|height|primaryImageOfPage|breadcrumb|additionalType)$/
export const isStructure = (property: string): boolean => STRUCTURE.test(property)

/** What is another on the next day, or said in other words, so that only its presence counts. */
const CHANGING =
  /^(dateModified|dateCreated|priceValidUntil|ratingValue|ratingCount|reviewCount|userInteractionCount|interactionStatistic|interactionCount|inventoryLevel|expires|wordCount|commentCount|timeRequired|keywords|articleSection|inLanguage|copyrightYear|copyrightHolder|identifier)$/
export const isChanging = (property: string): boolean => CHANGING.test(property)
