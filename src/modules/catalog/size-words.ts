/** A pattern of whole words, over small letters without accents. */
export const whole = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'u')

/**
 * Words of things that have sizes like these, in six languages: how such words begin, and some that are meant as they
 * are.
 */
export const CLOTHES = whole(
  '(?:carter|oshkosh|gymboree|hanna andersson|old navy|petit bateau|vertbaudet|primark|zara|h&m|cloth|dress|pant|trouser|jean|short|legging|jogger|sweat|shirt|tshirt|polo|hood|jumper|cardigan|pullover|coat|jacket|' +
    'parka|snow|rain|ski|swim|bathing|trunks|onesie|romper|sleep|vest|babygr|pajama|pyjama|pjs|undies|underwear|sock|tight|' +
    'beanie|mitten|glove|skirt|tutu|uniform|costume|overall|dungaree|outfit|bundle|puffer|fleece|' +
    'strampl|schlaf|pantal|vaquer|ropa|camis|jersey|falda|abrigo|chaquet|pijama|jupe|chemis|gilet|manteau|' +
    'veste|blouson|combi|gigoteuse|calca|roupa|blusa|saia|casac|jaquet|macac|moletom|بنطلون|فستان|قميص|ملابس|معطف|جاكيت|سترة|' +
    'بيجام)\\p{L}*|\\p{L}*(?:hosen?|jacken?|kleid|kleider|hemd|pullis?|mantel|mutzen?|blusen?|anzug|suits?|shirts?)|tops?|tees?|hats?|body|bodys|bodies|rock|pulls?|robes?|all.in.one',
)
export const FOOTWEAR = whole(
  '\\p{L}*(?:shoe|schuh|stiefel|sandal|boot|slipper)\\p{L}*|' +
    '(?:sneaker|trainer|welli|cleat|mary jane|zapat|deportiv|chauss|sapat|حذاء|احذية|جزمة|صندل)\\p{L}*|baskets|bottes?|botas?|tenis',
)
/** Their numbers are other sizes. */
export const SIZED_OTHERWISE = whole(
  '(?:diaper|napp|windel|couche|panal|fralda|bike|bicycle|fahrrad|velo|bici|حفاض)\\p{L}*',
)
/** Words that tell nothing more beside a size: no title needs them. */
export const SAYS_NOTHING =
  "clothe?s|clothing|outfits?|bundle|lot|bab(?:y|ys|y's|ies)|kids?|toddlers?|child(?:ren)?(?:'?s)?|infants?|sets?|size|for|" +
  'kleidung|kinder|fur|ropa|bebe|para|vetements?|enfants?|pour|roupas?|infantil|ملابس|اطفال'
export const SHOES = 'shoes?|schuhe?|zapatos?|chaussures?|sapatos?|حذاء|احذية'
