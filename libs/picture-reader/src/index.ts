export { pictureTypes, readPicture, type Picture, type PictureType } from './read-picture.js';
