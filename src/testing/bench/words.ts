/** The words of titles: `Wooden train set, complete`. */
export const QUALITIES = (
  'Wooden,Little,Cosy,Sturdy,Folding,Vintage,Soft,Striped,Red,Blue,Green,Yellow,White,Large,Small,Handmade,' +
  'Scandinavian,Waterproof,Light,Portable,Classic,Organic,Quilted,Knitted,Corduroy,Adjustable,Rattan,Painted'
).split(',')

export const REMARKS = (
  'complete,as good as new,hardly used,with manual,with bag,two pieces,from a smoke-free home,for twins,one owner,' +
  'washed and ironed,with spare parts,needs a new home,loved for years,still boxed,small scratch,great condition'
).split(',')

/** Category -> things in it. The last of each is rare. */
export const THINGS: Record<string, string[]> = {
  'baby-clothes':
    'romper,snowsuit,bodysuit,dungarees,sleeping bag,cardigan,rain trousers,sun hat,christening gown'.split(','),
  appliances: 'bottle warmer,steriliser,blender,humidifier,night light,sewing machine,toaster,kettle,theremin'.split(
    ',',
  ),
  household: 'wool blanket,lamp,mirror,plant pot,dinner set,bath mat,picture frame,curtains,barometer'.split(','),
  toys: 'train set,doll house,building blocks,tricycle,puzzle,kite,marble run,toy kitchen,astrolabe'.split(','),
  furniture: 'crib,high chair,bookshelf,changing table,bunk bed,desk,wardrobe,rocking chair,harmonium'.split(','),
  other: 'stroller,baby carrier,car seat,bicycle seat,hiking backpack,sledge,helmet,paddling pool,zoetrope'.split(','),
}

/** The first are large and the last is a hamlet. */
export const CITIES = (
  'Portland,Salem,Eugene,Gresham,Hillsboro,Beaverton,Bend,Medford,Springfield,Corvallis,Albany,Tigard,Lake Oswego,' +
  'Keizer,Grants Pass,Oregon City,McMinnville,Redmond,Tualatin,West Linn,Woodburn,Forest Grove,Newberg,Roseburg,' +
  'Wilsonville,Klamath Falls,Ashland,Milwaukie,Sherwood,Happy Valley,Canby,Pendleton,Astoria,Greenhorn'
).split(',')
