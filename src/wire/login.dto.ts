import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';

/** What is no text was not typed by anybody and means absent: a failed login has one text, whatever was sent. */
const Typed = (example?: string): PropertyDecorator =>
  applyDecorators(
    // What is longer belongs to no account.
    ApiProperty({ type: 'string', maxLength: 256, required: false, ...(example && { example }) }),
    Transform(({ value }: { value: unknown }) => textOf(value)),
    IsOptional(),
  );

/** Clients post a number where a form field held digits only. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !value.includes('\0') ? value : undefined;
}

/** Either spelling of name and password. */
export class CustomerLoginBody {
  @Typed('nordwerk')
  c_user_name?: string;

  @Typed('nordwerk')
  user_name?: string;

  @Typed('office@nordwerk.example.org')
  email?: string;

  @Typed('three-herons-over-the-dock')
  c_password?: string;

  @Typed('three-herons-over-the-dock')
  password?: string;

  /** Of the second factor, where the account has one. */
  @Typed()
  code?: string;

  @Typed()
  otp_code?: string;
}
