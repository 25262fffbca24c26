import { emailProblem } from '../../../shared/contact/contact-rules.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, Field, TextAreaField } from '../../ui/field.tsx';
import { FormError } from '../../ui/notice.tsx';
import { useForm, type Values } from '../../ui/use-form.ts';

export function QuestionForm({ productId, onSent }: { productId: string; onSent: () => void }) {
  const { errors, failure, busy, props } = useForm({
    check,
    async send({ name = '', email = '', text = '', website }: Values) {
      await call('POST /products/:id/questions', {
        params: { id: productId },
        body: { name, email, text, website },
      });
      onSent();
    },
    fallback: 'The question could not be sent. Please try again.',
  });
  return (
    <form {...props} aria-label="Ask a question" className="grid gap-5 border-t border-line pt-5">
      <TextAreaField
        label="Your question"
        name="text"
        rows={3}
        required
        maxLength={2000}
        error={errors.text}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Name shown with the question"
          name="name"
          autoComplete="given-name"
          required
          maxLength={60}
          error={errors.name}
        />
        <EmailField required hint="Only for the answer; it is not shown." error={errors.email} />
      </div>
      {/* A hidden field that only bots fill. */}
      <div className="hidden" aria-hidden="true">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label="Website" />
      </div>
      <FormError>{failure}</FormError>
      <Button type="submit" busy={busy} className="justify-self-start">
        Send question
      </Button>
    </form>
  );
}

const check = ({ name = '', email = '', text = '' }: Values) => ({
  text: text.trim() ? undefined : 'Question is required',
  name: name.trim() ? undefined : 'Name is required',
  email: emailProblem(email.trim()),
});
