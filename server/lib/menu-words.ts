/** What a button is called, or drawn as, that opens the menu of a page. */

/** Signs that are drawn for a menu and for nothing else. */
export const MENU_SIGNS = '☰≡≣𝌆'

/** Whether a name says that it is the menu's. */
export const saysMenu = (name: string): boolean => MENU.test(name)

/** Whether classes say that what has them is the button of a menu, or its icon in a font. */
export const isMenuClass = (classes: string): boolean => MENU_CLASS.test(classes)

const MENU_CLASS =
  /(?:^|[\s_-])(?:bars|burger|hamburger|navicon|bi-list)(?=$|[\s_-])|menu[-_]?(?:toggl|btn|button|icon|trigger|open)|nav(?:bar|igation)?[-_]?(?:toggl|trigger|open)|(?:toggle|open|icon|btn|button|ti|la|bi|mdi|ri|fa)[-_]?menu(?=$|[\s_-])|(?:toggle|open)[-_]?nav/i

const MENU = new RegExp(
  String.raw`\bmen[uúü](?![\p{L}\p{N}_])|menü|navigation|navigaci|navigaz|navegaç|\bnav\b|hamburger|burger menu|меню|菜单|選單|菜單|メニュー|메뉴|قائمة|תפריט|μενού|trình đơn|เมนู|मेनू|nabídka|[${MENU_SIGNS}]`,
  'iu',
)
