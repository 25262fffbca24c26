/** The colours of web/ui/styles/tokens.css, for mails, which have no style sheet. */
export const colours = {
  paper: '#fbf8f3',
  card: '#fffdfa',
  ink: '#221c17',
  soft: '#5f554a',
  line: '#e5dbcb',
  press: '#2b3a8c',
  madder: '#b3402e',
  turmeric: '#e0a22e',
};

export const serif = "font-family:Fraunces,Georgia,'Times New Roman',serif;";
export const sans = "font-family:'Anek Latin','Segoe UI',Roboto,Helvetica,Arial,sans-serif;";

/** Dark colours for mail programs that support them. */
export const darkStyles = `
@media (prefers-color-scheme: dark) {
  .ground { background: #191512 !important; }
  .card { background: #241f1a !important; border-color: #3a322a !important; }
  .ink { color: #f4ece0 !important; }
  .soft { color: #bfb2a2 !important; }
  .press { color: #aeb8f8 !important; }
  .rule { border-color: #3a322a !important; }
  .button { background: #aeb8f8 !important; }
  .button-text { color: #161a38 !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 18px 28px !important; }
}
`;
