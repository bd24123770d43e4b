import { ApiQuery } from '@nestjs/swagger';
import { Malformed } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

export const ApiSameVideo = () =>
  ApiQuery({
    name: 'same_video',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    description:
      'true: a corrected file of the same film; progress is kept. Otherwise it begins anew for who has not completed.',
  });

/** @throws Malformed for anything else */
export const sameVideo = (value: unknown): boolean => isTrue('same_video', value);

export const ApiPreview = () =>
  ApiQuery({
    name: 'preview',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    description: 'true: as an admin looks at it who has it not to learn; nothing is counted.',
  });

/** @throws Malformed for anything else: it would count what was meant to be looked at */
export const previews = (preview: unknown): boolean => isTrue('preview', preview);

function isTrue(name: string, value: unknown): boolean {
  const message = `${name} is "true".`;
  if (value !== undefined && value !== 'true') throw new Malformed(message, { [name]: [fieldError('query', message)] });
  return value === 'true';
}
