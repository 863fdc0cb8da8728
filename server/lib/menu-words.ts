/** What a button is called, or drawn as, that opens the menu of a page. */

/** Signs that are drawn for a menu and for nothing else. */
export const MENU_SIGNS = '☰≡≣𝌆'

/** Whether a name says that it is the menu's. */
export const saysMenu = (name: string): boolean => MENU.test(name)

const MENU = new RegExp(
  String.raw`\bmen[uúü](?![\p{L}\p{N}_])|menü|navigation|navigaci|navigaz|navegaç|\bnav\b|hamburger|burger menu|меню|菜单|選單|菜單|メニュー|메뉴|قائمة|תפריט|μενού|trình đơn|เมนู|मेनू|nabídka|[${MENU_SIGNS}]`,
  'iu',
)
