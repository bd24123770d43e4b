import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';

/** Values that are not text count as absent, so that every failed login answers the same error. */
const OptionalText = (example?: string): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'string', maxLength: 256, required: false, ...(example && { example }) }),
    Transform(({ value }: { value: unknown }) => toText(value)),
    IsOptional(),
  );

/** Clients post a number where a form field held digits only. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !value.includes('\0') ? value : undefined;
}

/** Either spelling of name and password. */
export class CustomerLoginBody {
  @OptionalText('nordwerk')
  c_user_name?: string;

  @OptionalText('nordwerk')
  user_name?: string;

  @OptionalText('office@nordwerk.example.org')
  email?: string;

  @OptionalText('three-herons-over-the-dock')
  c_password?: string;

  @OptionalText('three-herons-over-the-dock')
  password?: string;

  /** Second-factor code, if the account has a second factor. */
  @OptionalText()
  code?: string;

  @OptionalText()
  otp_code?: string;
}
