import { shrinkPhoto } from '../photos/shrink-photo.ts'
import { uploadFiles } from '../photos/upload-files.ts'

/** Adds photos to the open problem of a purchase, shrunk on the way. @throws as `uploadFiles`, {@link Unreadable} */
export async function showProblemPhotos(purchaseId: string, files: File[]) {
  const photos = await Promise.all(
    files.map(async (file) => {
      const smaller = await shrinkPhoto(file)
      return new File([smaller], file.name, { type: smaller.type })
    }),
  )
  return uploadFiles('POST /api/purchases/:id/problem/photos', { photos }, undefined, undefined, {
    params: { id: purchaseId },
  })
}
