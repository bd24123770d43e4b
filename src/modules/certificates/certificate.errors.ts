import { CERTIFICATE_IMAGE_BYTES_MAX, CERTIFICATE_IMAGE_SIDE_MAX } from '../../contract/certificate-design';
import { AppError } from '../../common/errors/app-error';

export class UnsupportedImageFormatError extends AppError {
  constructor() {
    super({ kind: 'refused', code: 'no_image', message: 'This file is not a PNG or JPEG image. Choose another file.' });
  }
}

export class ImageTooLargeError extends AppError {
  constructor() {
    super({
      kind: 'too_large',
      code: 'image_too_large',
      message: `An image can be up to ${CERTIFICATE_IMAGE_BYTES_MAX / 1000} kB and ${CERTIFICATE_IMAGE_SIDE_MAX} pixels per side. Choose a smaller one.`,
      facts: { kilobytes: CERTIFICATE_IMAGE_BYTES_MAX / 1000, pixels: CERTIFICATE_IMAGE_SIDE_MAX },
    });
  }
}
