/** Never pressed when a page is captured, and what a shop is for. */
const PURCHASE =
  /\b(buy|pay|purchase|check ?out|order|book|reserve|donate|add to (cart|bag|basket))\b|kaufen|bestellen|warenkorb|buchen|acheter|panier|commander|réserver|comprar|carrito|reservar|acquista|carrello|prenota|купить|корзин|購入|カート|予約|购买|购物车|구매|장바구니|شراء|ซื้อ/i

/** Whether a control is called as what one buys by. */
export const isPurchase = (name: string): boolean => PURCHASE.test(name)

/** As `Add the blue bowl to basket`, which is no word of a purchase by itself. */
const FILLS_BASKET =
  /\b(add|put)\b.*\b(cart|bag|basket|order)\b|in den warenkorb|ajouter.*panier|(añadir|agregar).*(carrito|cesta)|aggiungi.*carrello|adicionar.*carrinho|in (de |mijn )?winkel|dodaj do koszyka|в корзину|カートに|加入购物车/i

/** Whether a control is called as what puts a thing into a basket. */
export const fillsBasket = (name: string): boolean => FILLS_BASKET.test(name)

const BASKET =
  /^(?:(?:my|your|the|shopping|view|open|show|mein|zum|mon|votre|mi|tu|il tuo|mijn) )*(?:cart|bag|basket|warenkorb|panier|carrito|cesta|carrello|carrinho|winkelwagen|winkelmand|koszyk|корзина|カート|购物车|장바구니)(?: öffnen| anzeigen)?[\s(:,]*(?:\d[^\n]{0,20})?$/i

/** Whether a control is called as a basket that may be opened, with what is in it or without: `Basket (2)`. */
export const opensBasket = (name: string): boolean => BASKET.test(name.trim())
