import { ApiQuery } from '@nestjs/swagger';
import { Malformed } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

export const ApiPreview = () =>
  ApiQuery({
    name: 'preview',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    description: 'true: as an admin looks at it who has it not to learn; nothing is counted.',
  });

/** @throws Malformed for anything else: it would count what was meant to be looked at */
export function previews(preview: unknown): boolean {
  if (preview !== undefined && preview !== 'true')
    throw new Malformed('preview is "true".', { preview: [fieldError('query', 'preview is "true".')] });
  return preview === 'true';
}
