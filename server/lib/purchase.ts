/** Never pressed when a page is captured, and what a shop is for. */
const PURCHASE =
  /\b(buy|pay|purchase|check ?out|order|book|reserve|donate|add to (cart|bag|basket))\b|kaufen|bestellen|warenkorb|buchen|acheter|panier|commander|réserver|comprar|carrito|reservar|acquista|carrello|prenota|купить|корзин|購入|カート|予約|购买|购物车|구매|장바구니|شراء|ซื้อ/i

/** Whether a control is called as what one buys by. */
export const isPurchase = (name: string): boolean => PURCHASE.test(name)
