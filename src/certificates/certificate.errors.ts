import { CERTIFICATE_IMAGE_BYTES, CERTIFICATE_IMAGE_SIDE } from '../contract/certificate-design';
import { AppError } from '../platform/errors/app-error';

export class NoImage extends AppError {
  constructor() {
    super({ kind: 'refused', code: 'no_image', message: 'This is no PNG or JPEG picture. Choose another file.' });
  }
}

export class ImageTooLarge extends AppError {
  constructor() {
    super({
      kind: 'too_large',
      code: 'image_too_large',
      message: `A picture may have at most ${CERTIFICATE_IMAGE_BYTES / 1000} kB, and ${CERTIFICATE_IMAGE_SIDE} pixels a side. Save it smaller.`,
      facts: { kilobytes: CERTIFICATE_IMAGE_BYTES / 1000, pixels: CERTIFICATE_IMAGE_SIDE },
    });
  }
}
