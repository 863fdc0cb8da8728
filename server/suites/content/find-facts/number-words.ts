import { readSpellings } from '../../../lib/spellings.ts'

/**
 * Numbers that are written as words, in English, German, French, Spanish, Italian, Portuguese and Dutch, by the word. Some are
 * articles, pronouns or names as well: they tell of a number only where another one stands in their place.
 */
export const numberWords: ReadonlyMap<string, string> = readSpellings(`
1 one ein eine einen einem einer un une una uno um uma een
2 two zwei deux dos due dois duas twee | 3 three drei trois tres tre três drie
4 four vier quatre cuatro quattro quatro | 5 five fünf cinq cinco cinque vijf
6 six sechs seis sei zes | 7 seven sieben sept siete sette sete zeven
8 eight acht huit ocho otto oito | 9 nine neun neuf nueve nove negen
10 ten zehn dix diez dieci dez tien | 11 eleven elf onze undici
12 twelve zwölf douze doce dodici doze twaalf | 15 fifteen fünfzehn quinze quindici vijftien
20 twenty zwanzig vingt veinte venti vinte twintig | 30 thirty dreißig trente treinta trenta trinta dertig
40 forty vierzig quarante cuarenta quaranta quarenta veertig | 50 fifty fünfzig cinquante cincuenta cinquanta cinquenta vijftig
60 sixty sechzig soixante sesenta sessanta sessenta zestig | 100 hundred hundert cent cien cento cem honderd
1000 thousand tausend mille mil duizend
`)
