/** Shopify's storefront password page, by its address and by its form. */

/** Below a market's locale prefix too. */
const GATE_PATH = /^(\/[a-z]{2}(-[a-z]{2})?)?\/password\/?$/i
/** In each theme's form; attributes come in any order. */
const GATE_FORM =
  /<input\b(?=[^<>]{0,500}\bname=["']?form_type\b)(?=[^<>]{0,500}\bvalue=["']?storefront_password\b)[^<>]*>/i
const LOOKED_AT = 500_000

export const isGatePath = (url: string): boolean => GATE_PATH.test(new URL(url).pathname)

export const hasGateForm = (html: string): boolean => GATE_FORM.test(html.slice(0, LOOKED_AT))
