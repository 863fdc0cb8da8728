/** A text that is nothing but names with dots: `home.hero.title`, `HOME.TITLE`, `cart:buttons.checkout`. */
const KEY = /^(?:[a-z][\w-]*:)?[a-zA-Z][\w-]*(?:\.[a-zA-Z][\w-]*)+$/
const NAMESPACES =
  /^(common|global|general|app|home|homepage|nav|navbar|navigation|header|footer|hero|form|forms|button|buttons|label|labels|error|errors|message|messages|page|pages|cart|product|products|checkout|auth|login|menu|title|sections?|contact|about|blog|search|translation|i18n|locale|layout|content|ui|cta)$/i
const ENDINGS =
  /^(example|invalid|localhost|com|org|net|edu|gov|info|biz|shop|store|online|site|tech|cloud|agency|studio|design|blog|google|news|app|dev|page|xyz|club|live|world|today|email|museum|travel|html?|php|aspx?|jsp|css|scss|less|mjs|cjs|tsx|jsx|json|ya?ml|toml|xml|csv|tsv|txt|pdf|docx?|xlsx?|pptx?|zip|tar|gz|rar|exe|dmg|apk|png|jpe?g|gif|svg|webp|avif|mp[34]|mov|wav|woff2?|ttf|otf|bin|iso|log|lock|toml|conf|config|ini|env|java|kt|swift|cpp|vue|svelte|sql|bash|sh|bat|ps1|ipynb|wasm|map|min|test|spec|local)$/i

/** Whether a text is nothing but a key that a translation was to be put in for. */
export function isKey(text: string): boolean {
  if (text.length > 120 || !KEY.test(text)) return false
  const names = text.replace(/^[a-z][\w-]*:/, '').split('.')
  const last = names.at(-1)!
  // Domains, file names and names of packages.
  if (last.length <= 2 || ENDINGS.test(last) || /^(www|com|org|net|io|dev)$/i.test(names[0]!)) return false
  if (names.some(name => name.length < 2)) return false
  if (NAMESPACES.test(names[0]!)) return true
  if (names.every(name => /^[A-Z][A-Z0-9_]{2,}$/.test(name))) return true
  return (
    names.length >= 3 &&
    names.every(name => /^[a-z][a-zA-Z0-9_-]*$/.test(name)) &&
    !/^(process|window|document|array|object|console|module|system|java|python|this|self|std)$/i.test(
      names[0]!,
    )
  )
}
