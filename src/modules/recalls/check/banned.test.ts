import { describe, expect, test } from 'vitest'
import { readWords } from './read-words.ts'
import { type BannedKind, bannedType } from './banned.ts'

/** Titles of one language for a type, in a country where it may not be passed on: refused, and alike but another thing. */
interface Titles {
  country: string
  type: BannedKind
  refused: string[]
  alike: string[]
}

const TITLES: Record<string, Titles[]> = {
  en: [
    {
      country: 'US',
      type: 'drop-side-crib',
      refused: ['Cot with drop side', 'White dropside crib, solid wood', 'Crib, one side drops: drop-side rail'],
      alike: ['Crib, fixed sides', 'Drop-leaf side table', 'White crib without drop side', 'Roadside flower print'],
    },
    {
      country: 'US',
      type: 'crib-bumper',
      refused: [
        'Crib bumper pads, owls',
        'Crib with mattress and padded bumper',
        'Bumper pads for a cot, never used',
        'Braided crib bumper',
        'Vertical crib slat covers, grey',
      ],
      alike: [
        'Mesh crib bumper liner',
        'Sewing pattern: quilt and crib bumper',
        'Foam bed bumper for toddlers',
        'Bed rail with safety bumper for a toddler bed',
        'Bumper-free crib bedding set',
        'Doll crib with bumper and pillow',
        'Front bumper of a Golf',
      ],
    },
    {
      country: 'US',
      type: 'inclined-sleeper',
      refused: ['Inclined sleeper, grey', 'Inclined sleepr for a baby', 'Baby napper, inclined'],
      alike: ['Incline bench', 'Bassinet, flat, bedside sleeper', 'Incline trainer'],
    },
    {
      country: 'CA',
      type: 'baby-walker',
      refused: ['Baby walker with toys', 'Infant walker on wheels', 'Walker with wheels, for a baby'],
      alike: [
        'Wooden push walker for a baby',
        'Sit-to-stand learning walker, baby',
        'Baby walker shoes, size 20',
        'Dog walker bag',
        'Walker for seniors',
      ],
    },
    {
      country: 'CA',
      type: 'yo-yo-ball',
      refused: ['Yo-yo ball, glitter', 'Water yoyo balls, six'],
      alike: ['Wooden yo-yo', 'Yoyo stroller', 'Stress ball'],
    },
    {
      country: 'US',
      type: 'lawn-darts',
      refused: ['Lawn darts', 'Jarts, original box'],
      alike: ['Soft lawn darts', 'Jam jars', 'Magnetic dartboard'],
    },
    {
      country: 'GB',
      type: 'expired-car-seat',
      refused: [
        'Expired car seat',
        'Car seat, past its expiry date',
        'Car seat, exp. 2019',
        'Car seat, expires 03/2026',
        'Car seat, exp 03/24',
        'Car seat, expiry date is 2026-10',
      ],
      alike: [
        'Car seat, not expired',
        'Car seat, expires 2031',
        'Car seat, expires 12/2026',
        'Car seat, made in 2019, expires 11/26',
        'Car seat. Bought in 2021, the expiry date is on the label',
        'Expired parking disc',
      ],
    },
  ],
  de: [
    {
      country: 'US',
      type: 'drop-side-crib',
      refused: [
        'Gitterbett mit absenkbarem Gitter',
        'Babybett, absenkbares Seitengitter',
        'Kinderbett, Gitter absenkbar',
        'Gitterbett mit Fallgitter',
      ],
      alike: ['Gitterbett ohne absenkbares Gitter', 'Gitterbett, Boden höhenverstellbar', 'Absenkbarer Tisch'],
    },
    {
      country: 'US',
      type: 'crib-bumper',
      refused: [
        'Nestchen für das Babybett',
        'Bettumrandung, Sterne',
        'Bettnestchen, gepolstert',
        'Bettschlange, geflochten',
      ],
      alike: ['Nestchen aus Netz', 'Osternestchen', 'Schnittmuster Nestchen', 'Puppenbett mit Nestchen für die Puppe'],
    },
    {
      country: 'US',
      type: 'inclined-sleeper',
      refused: ['Schlafwippe, geneigt', 'Geneigte Schlafwippe, grau', 'Schrägliege für ein Baby'],
      alike: ['Babywippe', 'Stubenwagen mit flacher Liegefläche', 'Schräge Rampe'],
    },
    {
      country: 'CA',
      type: 'baby-walker',
      refused: ['Lauflernhilfe mit Rollen', 'Gehfrei, blau', 'Gehfrei mit Spielcenter'],
      alike: [
        'Lauflernwagen aus Holz',
        'Lauflernhilfe aus Holz zum Schieben',
        'Lauflernschuhe',
        'Rollator für Senioren',
      ],
    },
    {
      country: 'DE',
      type: 'expired-car-seat',
      refused: ['Kindersitz, abgelaufen', 'Babyschale, haltbar bis 2020'],
      alike: ['Kindersitz, nicht abgelaufen', 'Kindersitz, gültig bis 2031'],
    },
  ],
  fr: [
    {
      country: 'US',
      type: 'drop-side-crib',
      refused: [
        'Lit à barreaux, côté coulissant',
        'Lit bébé avec barrière coulissante',
        'Lit bébé à côté abattant',
        'Lit à barreaux, côté rabattable',
      ],
      alike: ['Lit à barreaux sans côté coulissant', 'Lit bébé, sommier réglable', 'Porte coulissante'],
    },
    {
      country: 'US',
      type: 'crib-bumper',
      refused: ['Tour de lit étoiles', 'Tour de lit tressé', 'Tours de lit rembourrés'],
      alike: [
        'Tour de lit en maille',
        'Patron de couture : tour de lit',
        'Lit de poupée avec tour de lit',
        'Tour Eiffel',
      ],
    },
    {
      country: 'US',
      type: 'inclined-sleeper',
      refused: ['Couffin incliné', 'Lit incliné pour bébé'],
      alike: ['Couffin plat', 'Plan incliné pour coussin'],
    },
    {
      country: 'CA',
      type: 'baby-walker',
      refused: ['Marchette pour bébé', 'Trotteur bébé, rose', 'Youpala bébé à roulettes', 'Trotte-bébé musical'],
      alike: [
        'Trotteur pousseur en bois',
        'Marchette pour adulte',
        'Chariot de marche',
        'Chaussures trotteur pointure 20',
        'Marchette à pousser',
      ],
    },
    {
      country: 'FR',
      type: 'expired-car-seat',
      refused: ['Siège auto périmé', 'Siège auto, date de péremption 2020'],
      alike: ['Siège auto non périmé', 'Siège auto, valable jusqu’en 2031'],
    },
  ],
  es: [
    {
      country: 'US',
      type: 'drop-side-crib',
      refused: [
        'Cuna con barandilla abatible',
        'Cuna de lateral abatible',
        'Cuna con barrera abatible',
        'Cuna con barandal móvil',
      ],
      alike: ['Cuna sin lateral abatible', 'Mesa abatible', 'Cuna con barandilla fija'],
    },
    {
      country: 'US',
      type: 'crib-bumper',
      refused: [
        'Chichonera de estrellas',
        'Chichonera de tela acolchada para cuna',
        'Protector de cuna acolchado',
        'Cuna con colchón y chichonera',
      ],
      alike: [
        'Protector de colchón para cuna',
        'Chichonera de malla',
        'Patrón de costura de chichonera',
        'Cuna de muñeca con chichonera',
      ],
    },
    {
      country: 'US',
      type: 'inclined-sleeper',
      refused: ['Cuna inclinada', 'Moisés inclinado'],
      alike: ['Moisés plano', 'Banco inclinado'],
    },
    {
      country: 'CA',
      type: 'baby-walker',
      refused: ['Andador de bebé', 'Andadera con ruedas', 'Tacatá y tacataca'],
      alike: ['Andador de madera', 'Andador de empuje', 'Andador para adulto mayor', 'Zapatos de andador'],
    },
    {
      country: 'MX',
      type: 'expired-car-seat',
      refused: ['Silla de coche caducada', 'Autoasiento vencido', 'Silla de auto, vence en 2020'],
      alike: ['Silla de coche, no caducada', 'Silla de coche, caduca en 2031'],
    },
  ],
  'pt-BR': [
    {
      country: 'US',
      type: 'drop-side-crib',
      refused: [
        'Berço com grade móvel',
        'Berço de lateral móvel',
        'Berço com grade deslizante',
        'Berço com grade retrátil',
      ],
      alike: ['Berço sem grade móvel', 'Móvel de lateral branca', 'Berço com grade fixa'],
    },
    {
      country: 'US',
      type: 'crib-bumper',
      refused: ['Protetor de berço acolchoado', 'Kit protetor de berço', 'Berço com colchão e protetor de berço'],
      alike: ['Protetor de berço em tela', 'Protetor de colchão de berço', 'Molde de costura: protetor de berço'],
    },
    {
      country: 'US',
      type: 'inclined-sleeper',
      refused: ['Berço inclinado', 'Ninho inclinado para bebê'],
      alike: ['Berço plano', 'Banco inclinado'],
    },
    {
      country: 'CA',
      type: 'baby-walker',
      refused: ['Andador de bebê', 'Andador infantil com rodas'],
      alike: ['Andador de empurrar', 'Andador de madeira', 'Andador para idoso', 'Sapato para andador'],
    },
    {
      country: 'BR',
      type: 'expired-car-seat',
      refused: ['Cadeirinha vencida', 'Bebê conforto vencido', 'Cadeirinha de carro, validade 2020'],
      alike: ['Cadeirinha não vencida', 'Cadeirinha, validade 2031'],
    },
  ],
  ar: [
    {
      country: 'US',
      type: 'drop-side-crib',
      refused: [
        'سرير أطفال بجانب متحرك',
        'سرير اطفال بجانب متحرّك',
        'سرير الأطفال بالجانب المتحرك',
        'سـرير أطفال بحاجز متحرك',
        'سرير طفل بجانب منزلق',
      ],
      alike: ['سرير أطفال بدون جانب متحرك', 'سرير أطفال بجوانب ثابتة', 'باب متحرك'],
    },
    {
      country: 'US',
      type: 'crib-bumper',
      refused: ['واقي سرير للأطفال', 'واقى سرير قطن', 'واقي السرير المبطن'],
      alike: ['واقي سرير شبكي', 'واقي مرتبة سرير', 'باترون خياطة واقي سرير', 'واقي شمس'],
    },
    {
      country: 'US',
      type: 'inclined-sleeper',
      refused: ['سرير مائل للرضع', 'سرير مائل'],
      alike: ['سرير مستو', 'سطح مائل'],
    },
    {
      country: 'CA',
      type: 'baby-walker',
      refused: ['مشاية أطفال', 'مشايه اطفال', 'مشّاية أطفال بعجلات', 'المشاية للأطفال'],
      alike: ['مشاية كهربائية', 'مشاية رياضية للكبار', 'مشاية خشب للدفع', 'عربة أطفال'],
    },
    {
      country: 'EG',
      type: 'expired-car-seat',
      refused: ['مقعد سيارة منتهي الصلاحية', 'كرسي سيارة منتهية صلاحيته', 'مقعد سياره منتهى الصلاحيه'],
      alike: ['مقعد سيارة صالح', 'مقعد سيارة غير منتهي الصلاحية'],
    },
  ],
}

const ask = (country: string, ...texts: string[]) => bannedType(texts, { country, month: '2026-11' })

describe.each(Object.entries(TITLES))('in %s', (_, all) => {
  test('at least ten titles are refused, and ten that are alike are not', () => {
    expect(all.flatMap(({ refused }) => refused).length).toBeGreaterThanOrEqual(10)
    expect(all.flatMap(({ alike }) => alike).length).toBeGreaterThanOrEqual(10)
    for (const { country, type, refused, alike } of all) {
      for (const title of refused) expect(ask(country, title), title).toBe(type)
      for (const title of alike) expect(ask(country, title), title).toBeUndefined()
    }
  })
})

test('what is forbidden in one country only is no matter in another', () => {
  for (const { type, refused } of Object.values(TITLES).flat())
    if (type !== 'expired-car-seat') for (const title of refused) expect(ask('DE', title), title).toBeUndefined()
})

test('what stands in the description counts, whatever else it says', () => {
  expect(ask('US', 'White crib', 'It comes with a mattress and a padded bumper')).toBe('crib-bumper')
  expect(ask('US', 'White crib', 'No bumper, no padded sides')).toBeUndefined()
  expect(ask('CA', 'Walker', 'It is for a baby, with wheels')).toBe(undefined)
  // The title says what it is; a description may tell of something else.
  expect(ask('CA', 'Baby walker', 'Made of wood, to push along')).toBe('baby-walker')
  expect(ask('CA', 'Push walker', 'A baby walker made of wood, to push along')).toBeUndefined()
})

test('Arabic words are the same in every spelling, with article or without', () => {
  for (const spelling of ['أَطْفال', 'الأطفال', 'للاطفال', 'اطـفال', 'والأطفال', 'بالأطفال'])
    expect(readWords(spelling), spelling).toEqual(readWords('اطفال'))
  expect(readWords('مشاية')).toEqual(readWords('المشايه'))
  expect(readWords('منتهى')).toEqual(readWords('منتهي'))
})

test.each([
  ['US', 'Never used drop-side crib'],
  ['US', 'No mattress, drop side crib'],
  ['US', 'Mattress not included, drop-side crib'],
  ['US', 'Not recalled! Drop-side crib'],
  ['US', 'Crib. Never used. Drop side'],
  ['US', 'Drop leaf table and drop side crib'],
  ['US', 'Crib without drop side, and one drop side crib'],
  ['US', 'Never used crib bumper'],
  ['US', 'Smoke free, non-smoking home: crib bumper'],
  ['US', 'Crib bumper padded, no mesh'],
  ['US', 'Crib bumper with cute pattern'],
  ['US', 'Padded bumpers for crib, toddler bed too'],
  ['US', 'Cr\u200Dib bum\u2060per'],
  ['US', 'No returns! Lawn darts'],
  ['GB', 'Car seat, accident free, never crashed, expired'],
  ['US', 'Nie benutztes Gitterbett mit Fallgitter'],
  ['US', 'Gitterbett ohne Matratze mit Fallgitter'],
  ['US', 'Lit à barreaux sans matelas, côté coulissant'],
  ['US', 'Jamais utilisé : tour de lit'],
  ['US', 'Cuna sin colchón, lateral abatible'],
  ['US', 'Berço sem colchão, grade móvel'],
  ['US', 'سرير أطفال بدون مرتبة بجانب متحرك'],
])('what is denied is something else (%s): %s', (country, title) => {
  expect(bannedType([title], { country, month: '2026-11' })).toBeDefined()
})

test.each(['Crib. It does not have a drop side.', 'No drop side, white crib', 'Crib (without drop sides)'])(
  'what is not there is not refused: %s',
  (text) => expect(bannedType([text], { country: 'US', month: '2026-11' })).toBeUndefined(),
)

test('a word about something else in the description lifts nothing', () => {
  const said = ['Crib bumper', 'From our toddler', 'With a doll']
  expect(bannedType(said, { country: 'US', month: '2026-11' })).toBe('crib-bumper')
})
