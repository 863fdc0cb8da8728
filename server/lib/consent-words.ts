/** How pages ask whether they may load what others serve, or set cookies, in the languages that most sites are in. */

/** Asks for it, or says what it is about. */
export const ASKS_CONSENT =
  /\bcookies?\b|informasjonskaps|informationskaps|eväste|\bkakor\b|sütik|kolačić|piškot|slapuk|küpsis|sīkdat|consent|gdpr|dsgvo|rgpd|third[- ]part(y|ies)|external (content|media|service)|einwillig|zustimm|akzeptier|extern\w* (inhalt|medi|dienst)|drittanbieter|contenus? (externe|tiers)|accepte[rz]|consentim|contenido externo|consenso|contenuti esterni|toestemming|externe (inhoud|media)|zgod|ciasteczk|samtyck|samtykk|hyväksy|souhlas|soglas|соглас|файл\S* cookie|çerez|クッキー|同意|쿠키|동의/i

/** What else a notice about consent may speak of, and much else does as well. */
export const SPEAKS_OF_PRIVACY =
  /privacy|datenschutz|confidentialit|privacidad|privacidade|riservatezza|prywatno|integritet|personvern|yksityisyy|конфиденциальн|gizlilik|プライバシー|隐私|개인정보/i

/** Names of the controls by which a visitor refuses. */
export const REFUSES_CONSENT =
  /\b(refuser?|reject|decline|deny|disagree)\b|\b(only|just) (the )?(necessary|essential|required)\b|\b(necessary|essential|required) (cookies )?only\b|without accepting|\b(don'?t|do not) (accept|allow)|ablehn|nur (notwendig|erforderlich|essen|technisch)|ohne (zustimm|einwillig|akzept)|sans accepter|ne pas accepter|uniquement (les )?(nécessaire|essentiel)|rechaza|s[oó]lo (las )?necesari|sin aceptar|recusa|rejeita|apenas (os )?necess|rifiut|senza accettare|solo (i )?(necessari|tecnici)|weiger|alleen (nood|func)|odrzu|tylko niezb|avvis(?:e|er)?\b|afvis|kun nødvendig|avslå|avböj|endast nödv|\bneka\b|hylkää|vain välttäm|elutasít|odbij|odmít|atmest|απόρριψ|отклон|отказ(?:аться|ываюсь)?$|только (необходим|обязательн)|reddet|拒否|拒绝|거부/i

const ACCEPTS_OR_SETS =
  /\b(accept|allow|agree|got it|understood|enable|load|unblock|ok(ay)?|refuse|reject|decline|deny|settings|preferences)\b|akzept|zustimm|einverstanden|erlauben|laden\b|entsperr|ablehnen|verstanden|einstellung|accepte|autoris|d'accord|j'ai compris|refuse|charger|paramètre|acepta|aceita|permiti|rechaza|recusa|entendido|configura|cargar|carregar|accett|consent|rifiut|ho capito|carica|toestaan|weiger|begrepen|akceptuj|zgadzam|rozumiem|godkänn|godkend|accepter|aksepter|\bavvis(?:e|er)?\b|afvis|avslå|avböj|\bneka\b|hylkää|elfogad|elutasít|prihvaćam|prihvati(?:m|ti)?\b|odbij|sutinku|atmest|nõustu|piekrīt|αποδοχ|αποδέχ|απόρριψ|tillad|godta|hyväksy|přijm|souhlas|соглас|принима|принять|понятно|kabul|tamam|同意|承諾|許可|동의|허용|接受/

/** Names of the controls by which a visitor answers. */
export const ANSWERS_CONSENT = new RegExp(`${ACCEPTS_OR_SETS.source}|${REFUSES_CONSENT.source}`, 'i')
