import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormSuccess } from '../../ui/notice.tsx';
import { useLater } from '../../ui/use-later.ts';

/** A button that opens the form for a question about a product, whose code is loaded then. */
export function AskForm({ productId }: { productId: string }) {
  const later = useLater(() => import('./question-form.tsx').then((file) => file.QuestionForm));
  const [isSent, setIsSent] = useState(false);
  return (
    <div className="mt-2 noscript:hidden">
      <FormSuccess className="mb-4">
        {isSent && 'Thank you. The shop answers by email, and publishes the question with its answer here.'}
      </FormSuccess>
      {later.Component && later.isOpen ? (
        <later.Component
          productId={productId}
          onSent={() => {
            setIsSent(true);
            later.close();
          }}
        />
      ) : (
        <Button variant="secondary" onClick={later.open}>
          Ask a question
        </Button>
      )}
    </div>
  );
}
