import { buildPhoto, uploadPhotos } from '../market/builders.ts'
import { buildScene, type Cast } from './cast.ts'

/** Ids, addresses and secrets of things that exist, so that generated requests reach them. */
export async function buildPool(cast: Cast): Promise<string[]> {
  const { clients, bystander } = cast
  const scenes = [
    await buildScene(cast, 'available'),
    await buildScene(cast, 'available'),
    await buildScene(cast, 'reserved'),
    await buildScene(cast, 'paid'),
    await buildScene(cast, 'withdrawn'),
  ]
  const colours = ['#112233', '#445566', '#778899']
  const photos = await Promise.all(
    [clients.owner, clients.after, clients.admin].map(async (client) =>
      uploadPhotos(client, await Promise.all(colours.map((colour) => buildPhoto({ width: 32, height: 32, colour })))),
    ),
  )
  return [
    ...scenes.flatMap((scene) => Object.values(scene) as string[]).filter((text) => text !== ''),
    ...[clients.owner, clients.after, bystander].flatMap(({ user }) => [user.id, user.email]),
    ...photos.flat(),
    ...['toys', 'furniture', 'other', '4242424242424242', '4000000000009995'],
  ]
}
