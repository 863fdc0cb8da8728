/** What is neither pressed, opened nor asked, since that alone may do something. */

/** By what a control or a link is called. */
export const UNSAFE_NAME =
  /\b(delete|remove|erase|pay|buy|purchase|check ?out|log ?out|log ?off|sign ?out|log ?in|sign ?in|sign ?up|register|subscribe|unsubscribe|submit|send|donate|order now|place order|book now|add to (cart|bag|basket)|accept|agree|allow|download|upload)\b|l(ö|oe)schen|kaufen|bezahlen|abmelden|anmelden|bestellen|absenden|senden|warenkorb|akzeptieren|herunterladen|supprimer|acheter|payer|connexion|envoyer|commander|panier|accepter|télécharger|eliminar|borrar|comprar|pagar|cerrar sesión|enviar|carrito|aceptar|descargar|elimina|acquista|paga\b|invia|carrello|excluir|sair|carrinho|verwijder|betaal|verzend|удалить|купить|оплатить|выйти|отправить|корзин|削除|購入|送信|ログ(イン|アウト)|カート|支払|删除|购买|支付|提交|登录|退出|购物车|삭제|구매|결제|로그|장바구니|حذف|شراء|دفع|إرسال|تسجيل|ลบ|ซื้อ|ชำระ|ส่ง/i

/** Of these what deletes something or ends a visit: what its script does by itself is not to be undone. */
export const LOSING_NAME =
  /\b(delete|remove|erase|clear|reset|cancel|log ?out|log ?off|sign ?out|unsubscribe)\b|l(ö|oe)schen|abmelden|supprimer|déconnexion|eliminar|borrar|cerrar sesión|elimina|excluir|sair\b|verwijder|удалить|выйти|削除|ログアウト|删除|退出|삭제|로그아웃|حذف|ลบ/i

/** Addresses at which servers do something however they are asked. */
const UNSAFE_PATH =
  /(?<![a-z])(?:log[-_]?(?:out|off)|sign[-_]?(?:out|off)|unsubscribe|delete|remove|cart|checkout|pay)(?![a-z])/i

/** Whether to ask for `url` may do something by itself. */
export const isUnsafe = (url: string): boolean => UNSAFE_PATH.test(new URL(url).pathname)
