export {
  allPictureTypes,
  pictureTypeOf,
  pictureTypes,
  readPicture,
  type AnyPictureType,
  type Picture,
  type PictureType,
} from './read-picture.js';
