import { words } from '../../../platform/language/words.ts'

interface Kind {
  /** Its names in the languages of the site, in plain letters; several words stand in this order. */
  names: string[]
  /** For whoever passes one on; left out where there is nothing to say of all of them. */
  advice?: string
}

const SLEEP = words(
  'For a place to sleep: say how old it is, and that all parts are there. A firm, flat mattress without gaps, no loose slats, nothing soft in it.',
)
const NEST = words(
  'Babies need something firm and flat to sleep on. Please say in your description that this is for waking hours, with somebody close by.',
)
const FALLS = words('Please try the harness, brakes and hinges, and say whether all of them work.')

/** Kinds of things, by what neighbours call them. `market sync-recalls` reads sources by the same names. */
export const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries<Kind>({
    'car seat': {
      names: [
        'car seat',
        'carseat',
        'child seat',
        'booster seat',
        'kindersitz',
        'autositz',
        'autokindersitz',
        'babyschale',
        'siege auto',
        'cosy auto',
        'silla coche',
        'silla auto',
        'silla carro',
        'asiento auto',
        'autoasiento',
        'cadeirinha carro',
        'cadeirinha',
        'bebe conforto',
        'مقعد سيارة',
        'كرسي سيارة',
      ],
      advice: words(
        'For a car seat: show the label with its date and number, and say that it was in no accident and that all parts are there.',
      ),
    },
    crib: {
      names: [
        'crib',
        'cot',
        'cot bed',
        'gitterbett',
        'kinderbett',
        'babybett',
        'lit barreaux',
        'lit bebe',
        'cuna',
        'berco',
        'سرير أطفال',
        'سرير طفل',
        'مهد',
      ],
      advice: SLEEP,
    },
    bassinet: {
      names: [
        'bassinet',
        'cradle',
        'moses basket',
        'cosleeper',
        'bedside sleeper',
        'stubenwagen',
        'beistellbett',
        'wiege',
        'couffin',
        'berceau',
        'moise',
        'minicuna',
        'colecho',
        'moises',
        'سرير هزاز',
      ],
      advice: SLEEP,
    },
    playard: {
      names: [
        'playard',
        'play yard',
        'playpen',
        'travel cot',
        'reisebett',
        'laufstall',
        'laufgitter',
        'parc bebe',
        'lit parapluie',
        'parque',
        'cuna viaje',
        'cercadinho',
        'berco portatil',
        'سرير سفر',
      ],
      advice: SLEEP,
    },
    sleeper: {
      names: [
        'sleeper',
        'napper',
        'lounger',
        'babynest',
        'kuschelnest',
        'schlafwippe',
        'reducteur lit',
        'cocoon',
        'nido',
        'reductor cuna',
        'ninho',
        'عش',
      ],
      advice: NEST,
    },
    rocker: {
      names: [
        'swing',
        'rocker',
        'bouncer',
        'glider',
        'soother',
        'recliner',
        'wippe',
        'babywippe',
        'babyschaukel',
        'schaukel',
        'transat',
        'balancelle',
        'balancoire',
        'hamaca',
        'columpio',
        'mecedora',
        'cadeira descanso',
        'balanco',
        'أرجوحة',
        'كرسي هزاز',
      ],
      advice: NEST,
    },
    'high chair': {
      names: [
        'high chair',
        'highchair',
        'hochstuhl',
        'kinderhochstuhl',
        'chaise haute',
        'trona',
        'silla comer',
        'cadeirao',
        'cadeira alimentacao',
        'كرسي طعام',
        'كرسي مرتفع',
      ],
      advice: FALLS,
    },
    stroller: {
      names: [
        'stroller',
        'pram',
        'pushchair',
        'buggy',
        'kinderwagen',
        'sportwagen',
        'poussette',
        'landau',
        'carrito bebe',
        'cochecito',
        'silla paseo',
        'coche bebe',
        'carrinho bebe',
        'عربة أطفال',
        'عربة طفل',
      ],
      advice: FALLS,
    },
    carrier: {
      names: [
        'carrier',
        'sling',
        'baby wrap',
        'babytrage',
        'trage',
        'tragetuch',
        'porte bebe',
        'echarpe portage',
        'portabebe',
        'mochila portabebe',
        'fular',
        'canguru',
        'حمالة أطفال',
        'حمالة',
      ],
      advice: words('For a carrier: please pull at every buckle and seam, and say whether all of them hold.'),
    },
    walker: {
      names: [
        'baby walker',
        'lauflernhilfe',
        'gehfrei',
        'trotteur',
        'trotte bebe',
        'youpala',
        'marchette',
        'andador',
        'andadera',
        'tacataca',
        'مشاية',
      ],
      advice: words(
        'A baby walker lets a child reach stairs and stoves in a second. Please think twice before passing one on.',
      ),
    },
    gate: {
      names: [
        'safety gate',
        'baby gate',
        'stair gate',
        'turschutzgitter',
        'treppenschutzgitter',
        'treppengitter',
        'barriere securite',
        'puerta seguridad',
        'barrera seguridad',
        'portao seguranca',
        'portaozinho',
        'بوابة أمان',
      ],
      advice: words(
        'For a gate: say whether all mounts are there. At the top of stairs only one that is screwed in holds.',
      ),
    },
    dresser: {
      names: ['chest drawer', 'dresser', 'kommode', 'wickelkommode', 'commode', 'comoda', 'cajonera', 'خزانة أدراج'],
      advice: words(
        'Chests of drawers can tip over. Please pass on what fixes it to the wall, or say that it is missing.',
      ),
    },
    magnets: {
      names: [
        'magnet',
        'magnetic',
        'magnetset',
        'magnetkugel',
        'magnetspiel',
        'aimant',
        'magnetique',
        'iman',
        'imane',
        'magnetico',
        'magnetica',
        'ima',
        'مغناطيس',
        'مغناطيسي',
      ],
      advice: words(
        'Small magnets and button batteries are dangerous when swallowed. Please check that none is loose.',
      ),
    },
    'water beads': {
      names: [
        'water bead',
        'wasserperlen',
        'wasserperle',
        'perle eau',
        'perlas agua',
        'perla agua',
        'bolinha gel',
        'خرز ماء',
        'حبات ماء',
      ],
      advice: words('Water beads grow inside whoever swallows them. Please keep them from homes with small children.'),
    },
    helmet: {
      names: ['helmet', 'fahrradhelm', 'helm', 'casque', 'casco', 'capacete', 'خوذة'],
      advice: words('For a helmet: say how old it is. One that has had a fall belongs in the bin.'),
    },
    trampoline: { names: ['trampoline', 'trampolin', 'cama elastica', 'trampolim', 'ترامبولين'] },
    tricycle: { names: ['tricycle', 'trike', 'dreirad', 'triciclo', 'دراجة ثلاثية'] },
    bicycle: { names: ['bicycle', 'bike', 'fahrrad', 'kinderfahrrad', 'velo', 'bicicleta', 'دراجة'] },
    jumper: { names: ['activity jumper', 'jumperoo', 'door jumper', 'sauteur', 'saltador', 'turhopser'] },
    bib: { names: ['bib', 'latzchen', 'bavoir', 'babero', 'babador', 'مريلة'] },
    rattle: { names: ['rattle', 'rassel', 'hochet', 'sonajero', 'chocalho', 'خشخيشة'] },
    pacifier: { names: ['pacifier', 'dummy', 'schnuller', 'tetine', 'sucette', 'chupete', 'chupeta', 'لهاية'] },
    monitor: { names: ['monitor', 'babyphone', 'babyfon', 'vigilabebe', 'baba eletronica', 'جهاز مراقبة'] },
    bottle: {
      names: [
        'bottle',
        'sippy cup',
        'cup',
        'flasche',
        'trinkflasche',
        'biberon',
        'gourde',
        'botella',
        'vaso',
        'garrafa',
        'copo',
        'زجاجة',
        'كوب',
      ],
    },
    scooter: { names: ['hoverboard', 'kick scooter', 'scooter', 'roller', 'trottinette', 'patinete', 'سكوتر'] },
  }),
)

/** Other things: where one of them is named, a brand alone doesn't make it the recalled one. In English, plain. */
export const OTHER_THINGS =
  'bed desk table shelf bookshelf bookcase wardrobe lamp mirror blanket quilt dress shirt onesie bodysuit romper jacket coat trouser pant legging shoe boot hat mitten book puzzle doll block train kitchen costume backpack bag sheet curtain rug tent tunnel slide sandbox gym mat bathtub tub potty humidifier warmer steriliser sterilizer blender kettle toaster cover case frame charger stand cap bunting footmuff adapter basket organizer toy'.split(
    ' ',
  )

/** Words that a great many titles share: none of them says which thing it is. */
export const COMMON =
  'baby newborn infant toddler child children kid boy girl twin unisex small large medium big little new old used hardly great good nice lovely cute soft cosy cozy light portable folding foldable adjustable convertible original classic deluxe mini compact travel set kit pack piece complete box boxed bag wood wooden plastic metal steel cotton organic wool musical magnetic electric activity play playing rocking jogging swivel safety clip water bath bed seat chair wheel front mount building first summer winter spring autumn white black blue red green yellow pink grey gray purple beige brown striped month year size age pair lot bundle free working condition excellent clean smoke home manual brand color colour care part spare easy close rest tour double single indoor outdoor floor hand cup plate bowl toy game sleep inclined incline side drop power sound sensor spill proof by your day night step feeding position ball doll boat tool party princess animal cat dog dino dinosaur elephant chipmunk shopping craft combo camper handheld video battery full queen oval premium mesh fabric retractable collapsible stacking upholstered padded multi purpose family'.split(
    ' ',
  )
