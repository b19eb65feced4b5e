import type { Language } from '../../../platform/language/words.ts'

/**
 * What neighbours call the same things, in small letters without accents. A word stands in one group of its language at
 * most, as short as it is found inside of its other forms: `legging` finds leggings.
 */
const GROUPS: Record<Language, string[][]> = {
  en: [
    ['trousers', 'pants', 'jeans', 'legging', 'chinos', 'joggers', 'sweatpants'],
    ['jumper', 'sweater', 'pullover', 'sweatshirt', 'hoodie', 'cardigan'],
    ['t-shirt', 'tshirt', 'tee', 'top'],
    ['onesie', 'bodysuit', 'romper', 'babygro', 'sleepsuit', 'footie'],
    ['pyjamas', 'pajamas', 'pjs', 'sleeper', 'nightgown'],
    ['raincoat', 'rain coat', 'rain jacket', 'slicker'],
    ['snowsuit', 'snow suit', 'bunting', 'pramsuit', 'ski suit'],
    ['coat', 'jacket', 'parka', 'anorak'],
    ['dungarees', 'overalls', 'bib and brace'],
    ['swimsuit', 'bathing suit', 'swim trunks', 'swimwear', 'swimming costume'],
    ['trainers', 'sneakers', 'runners', 'shoes'],
    ['wellies', 'rain boots', 'rubber boots', 'gumboots', 'boots'],
    ['beanie', 'hat', 'cap', 'bonnet'],
    ['mittens', 'gloves'],
    ['tights', 'stockings', 'socks'],
    ['bib', 'burp cloth', 'muslin'],
    ['nappy', 'nappies', 'diaper'],
    ['pram', 'stroller', 'buggy', 'pushchair', 'baby carriage'],
    ['cot', 'crib', 'cradle', 'bassinet', 'moses basket'],
    ['high chair', 'highchair', 'booster seat'],
    ['car seat', 'carseat', 'infant seat'],
    ['baby carrier', 'sling', 'wrap', 'ergobaby'],
    ['dummy', 'pacifier', 'soother'],
    ['bouncer', 'rocker', 'swing'],
    ['playpen', 'play yard', 'travel cot', 'pack n play'],
    ['play mat', 'playmat', 'activity gym', 'baby gym'],
    ['baby monitor', 'babyphone'],
    ['changing table', 'changing mat', 'changing pad', 'change table'],
    ['sleeping bag', 'sleep sack', 'wearable blanket', 'swaddle'],
    ['stuffed animal', 'soft toy', 'plush', 'teddy', 'cuddly toy'],
    ['blocks', 'bricks', 'lego', 'duplo'],
    ['jigsaw', 'puzzle'],
    ['doll', 'dolly'],
    ['scooter', 'balance bike', 'tricycle', 'trike', 'bike', 'bicycle'],
    ['picture book', 'board book', 'books', 'storybook'],
    ['couch', 'sofa', 'settee', 'loveseat'],
    ['wardrobe', 'closet', 'armoire'],
    ['dresser', 'chest of drawers', 'drawers'],
    ['bookcase', 'bookshelf', 'shelf', 'shelves'],
    ['lamp', 'light', 'night light', 'nightlight'],
    ['rug', 'carpet'],
    ['duvet', 'comforter', 'quilt', 'blanket'],
    ['hoover', 'vacuum', 'vacuum cleaner'],
    ['cooker', 'stove', 'oven'],
    ['fridge', 'refrigerator', 'freezer'],
    ['kettle', 'teapot'],
    ['blender', 'mixer', 'food processor', 'smoothie maker'],
    ['bottle steriliser', 'sterilizer', 'steriliser'],
    ['breast pump', 'pump'],
    ['potty', 'toilet seat', 'training seat'],
    ['backpack', 'rucksack', 'school bag', 'satchel'],
    ['tent', 'camping'],
  ],
  es: [
    ['pantalon', 'vaquero', 'legging', 'mallas'],
    ['jersey', 'sueter', 'sudadera', 'chaqueta de punto'],
    ['camiseta', 'playera', 'remera'],
    ['body', 'pelele', 'mono'],
    ['abrigo', 'chaqueta', 'chamarra', 'campera'],
    ['zapatilla', 'zapato', 'tenis', 'deportivas'],
    ['carrito', 'cochecito', 'silla de paseo', 'carriola'],
    ['cuna', 'moises', 'minicuna'],
    ['trona', 'silla alta', 'periquera'],
    ['chupete', 'chupon'],
    ['panal', 'panales'],
    ['peluche', 'muneco'],
    ['bicicleta', 'bici', 'triciclo', 'patinete'],
  ],
  fr: [
    ['pantalon', 'jean', 'legging', 'jogging'],
    ['pull', 'gilet', 'sweat'],
    ['body', 'grenouillere', 'barboteuse', 'dors-bien'],
    ['manteau', 'veste', 'blouson', 'parka'],
    ['baskets', 'chaussures', 'tennis'],
    ['poussette', 'landau', 'canne'],
    ['lit bebe', 'berceau', 'couffin', 'lit a barreaux'],
    ['tetine', 'sucette'],
    ['couche', 'couches lavables'],
    ['doudou', 'peluche'],
    ['velo', 'draisienne', 'tricycle', 'trottinette'],
    ['turbulette', 'gigoteuse'],
  ],
  de: [
    ['hose', 'jeans', 'leggings', 'jogginghose'],
    ['pulli', 'pullover', 'strickjacke', 'sweatshirt'],
    ['body', 'strampler', 'einteiler'],
    ['schlafanzug', 'pyjama', 'schlafoverall'],
    ['jacke', 'mantel', 'anorak', 'parka'],
    ['turnschuhe', 'sneaker', 'schuhe'],
    ['gummistiefel', 'stiefel'],
    ['kinderwagen', 'buggy', 'sportwagen'],
    ['babybett', 'gitterbett', 'wiege', 'stubenwagen', 'beistellbett'],
    ['schnuller', 'nuckel'],
    ['windel', 'stoffwindel'],
    ['kuscheltier', 'stofftier', 'teddy'],
    ['laufrad', 'fahrrad', 'dreirad', 'roller'],
    ['hochstuhl', 'kinderstuhl', 'tripp trapp'],
    ['autositz', 'kindersitz', 'babyschale'],
    ['trage', 'tragetuch', 'babytrage'],
  ],
  'pt-BR': [
    ['calca', 'jeans', 'legging', 'moletom'],
    ['casaco', 'jaqueta', 'blusa de frio'],
    ['body', 'macacao', 'mijao'],
    ['tenis', 'sapato', 'sapatinho'],
    ['carrinho', 'carrinho de bebe', 'moises'],
    ['berco', 'mini berco', 'cercadinho'],
    ['chupeta', 'bico'],
    ['fralda', 'fraldas'],
    ['pelucia', 'ursinho', 'boneco'],
    ['bicicleta', 'triciclo', 'patinete'],
    ['cadeirao', 'cadeira de alimentacao'],
  ],
  ar: [
    ['بنطلون', 'سروال', 'جينز'],
    ['معطف', 'جاكيت', 'سترة'],
    ['حذاء', 'جزمة'],
    ['عربة', 'عربة اطفال'],
    ['سرير', 'مهد'],
    ['دراجة', 'سكوتر'],
    ['دمية', 'لعبة'],
    ['حفاض', 'حفاضات'],
  ],
}

const bySynonym = new Map<string, Set<string>>()
for (const groups of Object.values(GROUPS))
  for (const group of groups)
    for (const word of group) bySynonym.set(word, new Set([...(bySynonym.get(word) ?? []), ...group]))

/** What else neighbours call what is named by these words, which may be several: `rain coat`. Without the words themselves. */
export function synonymsOf(words: string): string[] {
  const folded = words
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  const found = [folded, folded.replace(/s$/, ''), `${folded}s`].flatMap((form) => [...(bySynonym.get(form) ?? [])])
  return [...new Set(found)].filter((word) => !word.includes(folded))
}
