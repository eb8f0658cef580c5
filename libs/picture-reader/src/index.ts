export { shrunk, type Pixels } from './pixels.js';
export { hasAllPixels, pngPixels } from './png-pixels.js';
export {
  allPictureTypes,
  pictureTypeOf,
  pictureTypes,
  readPicture,
  type AnyPictureType,
  type Picture,
  type PictureType,
} from './read-picture.js';
